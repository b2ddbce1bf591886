/** The results beside the form, press by press: what stands over each, and what can be done with it as a whole. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { generate, promptBox } from './input-form.ts'
import { taskReply, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

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
  const host = await studio.startHost()
  const samples = ['01-calm-sea.jpg', '04-misty-mountains.jpg']
  for (const name of samples) {
    const bytes = await readFile(join(import.meta.dirname, '../../assets/samples', name))
    await host.post('/imports', { 'content-type': 'image/jpeg', 'x-file-name': name }, bytes)
  }
  await studio.open(page, host)
  const prompt = promptBox(page)
  await expect(prompt).toBeFocused()
  await expect(prompt).toHaveValue('')
  await expect(prompt).toHaveAttribute('placeholder', 'a red fox in snow')
  await expect(prompt).toHaveAccessibleDescription('Tab takes this example')
  const results = page.getByRole('region', { name: 'Results' })
  const ideas = results.getByRole('region', { name: 'Ideas' })
  await expect(ideas.getByRole('button')).toHaveCount(2)
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
