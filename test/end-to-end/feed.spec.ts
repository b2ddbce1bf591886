/** The results beside the form, press by press: what stands over each, and what can be done with it as a whole. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { generate, promptBox } from './input-form.ts'
import { taskReply, test } from './scripted-service.ts'
import { type Host, rows } from './studio.ts'

const STOP = /^Stop: /

test('stops a whole press from its caption, what waits without a request, and one request from its tile', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({ task: (id) => taskReply(id, 'PROCESSING') })
  await host.call('settings.set', { queue: { concurrency: 2 } })
  await press(host, ['four boats'], { n: 4 })
  await press(host, ['a red ferry', 'a blue ferry', 'a grey ferry'])
  await expect.poll(() => statesOf(host)).toEqual(['queued', 'queued', 'running', 'running'])
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  // One for each press, however many results it makes.
  await expect(results.getByRole('button', { name: STOP })).toHaveCount(2)
  await expect(results.getByRole('button', { name: 'Stop: a red ferry' })).toHaveText('Stop')

  await results.getByRole('button', { name: 'Stop: a red ferry' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop following 3 tasks?' })
  await expect(question).toContainText('2 were not sent')
  await question.getByRole('button', { name: 'Stop following 3' }).click()
  await expect.poll(() => statesOf(host)).toEqual(['running', 'stopped', 'stopped', 'stopped'])
  expect(service.generateRequests()).toBe(2)

  await results.getByRole('button', { name: 'Actions for “four boats”' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Stop following' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop following' }).click()
  await expect(results.getByRole('button', { name: STOP })).toHaveCount(0)
})

test('begins with an example that one click makes, and keeps the samples until there is enough of one’s own', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await expect(page.getByRole('heading', { name: 'Nothing made yet' })).toBeVisible()
  // On a first start they come while the page is open.
  for (const name of ['01-calm-sea.jpg', '04-misty-mountains.jpg']) {
    const bytes = await readFile(join(import.meta.dirname, '../../assets/samples', name))
    await host.post('/imports', { 'content-type': 'image/jpeg', 'x-file-name': name }, bytes)
  }
  const prompt = promptBox(page)
  await expect(prompt).toBeFocused()
  await expect(prompt).toHaveValue('')
  await expect(prompt).toHaveAttribute('placeholder', 'a red fox in snow')
  await expect(prompt).toHaveAccessibleDescription('Tab to use this')
  const results = page.getByRole('region', { name: 'Results' })
  const ideas = results.getByRole('region', { name: 'Ideas' })
  await expect(ideas.getByRole('button', { name: /^(?!Start a sequence)/u })).toHaveCount(2)
  await expect(results.getByText('Nothing made yet')).toHaveCount(0)
  await expectNoViolationsInBothThemes(page)

  await page.keyboard.press('Tab')
  await expect(prompt).toHaveValue('a red fox in snow')
  await expect(prompt).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(prompt).not.toBeFocused()
  await prompt.fill('')
  await page.getByText('Music', { exact: true }).click()
  await expect(prompt).toHaveAttribute('placeholder', /^What should it sound like/)
  await page.getByText('Image', { exact: true }).click()

  await generate(page).click()
  await expect(prompt).toHaveValue('a red fox in snow')
  const first = results.getByRole('button', { name: 'Open: a red fox in snow' })
  await expect(first).toBeVisible({ timeout: 60_000 })
  // Alone it is as large as the feed has room for, and the samples stay under it.
  const [tile, feed] = [await first.boundingBox(), await results.boundingBox()]
  expect((tile?.height ?? 0) / (feed?.height ?? 1)).toBeGreaterThan(0.6)
  await expect(ideas).toBeInViewport()
  await prompt.fill('')
  await expect(prompt).toHaveAttribute('placeholder', 'What should the image show?')

  const request = { provider: 'sample', mediaType: 'image', model: 'ink-wash', scene: 'text-to-image' }
  const five = { requests: Array.from({ length: 5 }, (_, at) => ({ ...request, prompt: `pine ${at}` })) }
  await host.call('tasks.submit', five)
  await expect(results.getByRole('button', { name: /^Open: / })).toHaveCount(6, { timeout: 90_000 })
  await expect(ideas).toHaveCount(0)

  // A model has one name, wherever one reads of it.
  await expect(results.getByRole('heading', { name: 'pine 0' })).toHaveAttribute('title', /\nInk wash\n/u)
  await page.getByRole('link', { name: /^Queue/ }).click()
  await expect(rows(page)).toContainText('Ink wash')
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('painted landscape')
  await expect(rows(page).getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page
    .getByRole('list', { name: 'Model' })
    .getByRole('button', { name: /^Ink wash/ })
    .click()
  await page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('img', { name: 'pine 0' }) })
    .dblclick()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Ink wash')
})

test('gives the focus back to the result that was opened, wherever in the feed it is', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  for (let number = 1; number <= 12; number++) await press(host, [`ferry ${number}`])
  await expect.poll(async () => (await statesOf(host)).filter((state) => state === 'saved').length).toBe(12)
  await studio.open(page, host)
  const oldest = page.getByRole('button', { name: 'Open: ferry 1', exact: true })
  await page.getByRole('slider', { name: 'Thumbnail size' }).press('End')
  await expect(async () => {
    await page.getByRole('region', { name: 'Results' }).hover()
    await page.mouse.wheel(0, 20_000)
    await expect(oldest).toBeInViewport({ timeout: 500 })
  }).toPass()
  await oldest.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(oldest).toBeFocused()
  await expect(oldest).toBeInViewport()

  await page.setViewportSize({ width: 480, height: 800 })
  await page.keyboard.press('Control+3')
  await page.keyboard.press('Control+1')
  await page.getByRole('tab', { name: 'Results' }).click()
  const newest = page.getByRole('button', { name: 'Open: ferry 12', exact: true })
  await newest.click()
  await page.keyboard.press('Escape')
  await expect(newest).toBeFocused()
})

test('says why the queue did not resume, and names no obstacle before the form is known', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  await press(host, ['a red ferry'])
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/models.list', (route) => held.promise.then(() => route.continue()))
  const problem = { code: 'disk_full', message: 'The disk is full.' }
  await page.route('**/rpc/queue.resume', (route) => route.fulfill({ json: { ok: false, error: problem } }))
  await studio.open(page, host)
  await expect(page.locator('#generate-obstacle')).toHaveText('Loading models…')
  held.resolve()
  await expect(page.locator('#generate-obstacle')).toHaveText(/^(?:Write a prompt|Choose a model)\.$/u)

  const results = page.getByRole('region', { name: 'Results' })
  await results.getByRole('button', { name: 'Resume' }).click()
  await expect(results.getByRole('alert')).toHaveText('The disk is full.')
})

/** One press of Generate, past the form. */
async function press(host: Host, prompts: readonly string[], options: object = {}): Promise<void> {
  const requests = prompts.map((prompt) => {
    return { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt, options }
  })
  await host.call('tasks.submit', { requests })
}

/** Of all tasks, in no order. */
async function statesOf(host: Host): Promise<readonly string[]> {
  const { data } = await host.call('tasks.list', {})
  return (data as unknown as { items: { state: string }[] }).items.map(({ state }) => state).toSorted()
}
