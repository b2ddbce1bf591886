/** Vary sends at once, from wherever a result is seen, and leaves the form alone. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { promptBox } from './input-form.ts'
import { submit, taskReply, test } from './scripted-service.ts'

test('varies a result at once, and leaves the form and its seeds as they are', async ({
  page,
  studio,
  scripted,
}) => {
  const bodies: unknown[] = []
  const { host } = await scripted.open({
    generate: (_count, body) => {
      bodies.push(body)
      return undefined
    },
  })
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const prompt = promptBox(page)
  await prompt.fill('my own words')
  const tile = page.getByRole('button', { name: 'Open: a red ferry' })
  const toolbar = page.getByRole('toolbar', { name: 'Actions for “a red ferry”' })
  const vary = toolbar.getByRole('button', { name: 'Make 4 variations' })
  await tile.hover({ timeout: 60_000 })
  await vary.dblclick()
  await expect(tile).toHaveCount(5, { timeout: 60_000 })
  const seeds = bodies.slice(1).map((body) => (body as { options: { seed: number } }).options.seed)
  expect([bodies.length, new Set(seeds).size]).toEqual([5, 4])
  expect(bodies[1]).toMatchObject({ prompt: 'a red ferry', model: 'm' })
  await expect(prompt).toHaveValue('my own words')

  await submit(host, 'a blue ferry')
  await expect(page.getByRole('button', { name: 'Open: a blue ferry' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('img', { name: 'a blue ferry' }) })
    .click()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Make 4 variations' }).click()
  await expect(viewer.getByText('4 requests sent. Results appear in Create.')).toBeVisible()
  await expect.poll(() => bodies.length).toBe(10)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Queue' }).click()
  const rows = page.getByRole('list', { name: 'Queue' }).getByRole('link', { name: /^a red ferry/ })
  await rows.last().click()
  await page
    .getByRole('complementary', { name: 'Task' })
    .getByRole('button', { name: 'Make 4 variations' })
    .click()
  await expect.poll(() => bodies.length).toBe(14)
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(prompt).toHaveValue('my own words')

  await host.call('settings.set', { queue: { confirmAbove: 3 } })
  await tile.first().focus()
  await vary.first().click()
  const question = page.getByRole('alertdialog', { name: 'Send 4 requests at once?' })
  await expect(question).toContainText('The service charges for each request.')
  await expectNoViolationsInBothThemes(page)
  await question.getByRole('button', { name: "Don't send" }).click()

  const { activeId: profileId } = (await host.call('profiles.list', {})).data as unknown as {
    activeId: string
  }
  const amount = { unit: 'credits', value: 2.5 }
  await host.call('spending.setPrice', { profileId, provider: 'p', model: 'm', amount })
  await tile.first().focus()
  await vary.first().click()
  await expect(question).toContainText('They cost about 10 credits.')
  await question.getByRole('button', { name: "Don't send" }).click()
  expect(bodies.length).toBe(14)
})

test('asks before it tries many failed requests again', async ({ page, studio, scripted }) => {
  const { host, service } = await scripted.open({ task: (id) => taskReply(id, 'failed') })
  await host.call('settings.set', { queue: { confirmAbove: 2 } })
  const request = { provider: 'p', mediaType: 'music', model: 'm', scene: 'text-to-music', prompt: 'a song' }
  await host.call('tasks.submit', { requests: [request, request, request] })
  await studio.open(page, host)
  const priced = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/rpc/spending.estimate', async (route) => {
    // The form asks what it holds would cost.
    if (route.request().postData()?.includes('text-to-music') === true) {
      asked += 1
      await priced.promise
    }
    await route.continue()
  })
  const again = page.getByRole('button', { name: 'Try again: all 3' })
  // Both presses come before the price does.
  await again.dblclick({ timeout: 60_000 })
  await expect.poll(() => asked).toBeGreaterThan(0)
  priced.resolve()
  const question = page.getByRole('alertdialog', { name: 'Send 3 requests at once?' })
  await expect(question).toContainText('m at Test service: 3 requests')
  expect(asked).toBe(1)
  await question.getByRole('button', { name: "Don't send" }).click()
  expect(service.generateRequests()).toBe(3)
  await again.click()
  await question.getByRole('button', { name: 'Send 3 requests' }).click()
  await expect.poll(() => service.generateRequests()).toBe(6)
})
