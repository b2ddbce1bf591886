/** Limits, the service's and the user's own: what waits, why, and until when; and never more than one press asked for. */
import { expect } from '@playwright/test'
import { promptBox } from './input-form.ts'
import { fillOption } from './create-controls.ts'
import { submit, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

test('names the limit that the service speaks of, counts down, and sends then', async ({
  page,
  studio,
  scripted,
}) => {
  const refusal = { status: 429, headers: { 'retry-after': '5' }, body: { code: 429, message: 'Slow down.' } }
  const { host, service } = await scripted.open({ generate: (count) => (count === 1 ? refusal : undefined) })
  await studio.open(page, host)
  await page.getByRole('link', { name: /Queue/ }).click()
  await submit(host, 'a patient heron')

  const hold = page
    .getByRole('listitem')
    .filter({ hasText: 'Test service' })
    .filter({ hasText: 'Continues in' })
  await expect(hold).toContainText('Holds back 1 task.')
  await expect(hold).toContainText(/Continues in [345] sec/)
  await expect(page.getByText(/until \d+:\d\d:\d\d/)).toBeVisible()
  await expect(hold).toContainText(/Continues in [12] sec/)
  await expect(hold).toHaveCount(0)
  await expect(page.getByRole('link', { name: /a patient heron/ })).toContainText('Done')
  await expect(page.getByRole('link', { name: /^Today: 1 request/ })).toHaveText(
    'Today: 1 request · not counted: 1 over a limit',
  )
  expect(service.generateRequests()).toBe(2)
})

test('keeps the daily cap, says until when, and goes on when it is raised', async ({
  page,
  studio,
  scripted,
}) => {
  const service = await scripted.start()
  const host = await studio.startHost({ localService: false })
  const profileId = await scripted.connect(host, service)
  await host.call('settings.set', { queue: { dailyCaps: { [profileId]: 1 } } })
  await submit(host, 'the first of today')
  await submit(host, 'one too many')
  await studio.open(page, host)
  await page.getByRole('link', { name: /Queue/ }).click()

  const hold = page
    .getByRole('listitem')
    .filter({ hasText: 'Test service' })
    .filter({ hasText: 'Your daily cap of' })
  await expect(hold).toContainText('Your daily cap of 1 request')
  await expect(hold).toContainText(/Continues at midnight, in \d/)
  expect(service.generateRequests()).toBe(1)
  await expect(page.getByRole('link', { name: /^Today: 1 request/ })).toContainText(
    '1 of 1 under the daily cap of Test service',
  )

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Queue' }).click()
  const cap = page.getByRole('textbox', { name: 'Requests per day' })
  await expect(cap).toHaveValue('1')
  await cap.fill('5')
  await cap.press('Enter')
  await expect.poll(() => service.generateRequests()).toBe(2)
})

test('saves a cap of money once it is whole', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open({})
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Queue' }).click()
  const item = page.getByRole('listitem').filter({ hasText: 'Test service' })
  const value = item.getByRole('textbox', { name: 'Money or credits per day' })
  const unit = item.getByRole('textbox', { name: 'Unit' })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/rpc/settings.set')) return
    const { queue } = request.postDataJSON() as { queue: { dailyAmountCaps: object } }
    sent.push(Object.values(queue.dailyAmountCaps))
  })
  await value.fill('5')
  await value.press('Tab')
  await unit.fill('')
  await unit.pressSequentially('EUR')
  await unit.press('Enter')
  await expect.poll(() => sent).toEqual([[{ value: 5, unit: 'EUR' }]])
  await value.fill('7')
  await page.getByRole('heading', { name: 'Queue' }).click()
  await expect.poll(() => sent.slice(1)).toEqual([[{ value: 7, unit: 'EUR' }]])
})

test('takes a double click on Generate for one press', { tag: '@main' }, async ({ page, studio }) => {
  const host = await studio.openHost(page)
  const button = page.getByRole('button', { name: /^Generate 1 image/ })
  const box = await button.boundingBox()
  // As slow as a hand is: the first answer is there before the second click.
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { clickCount: 2, delay: 60 })
  await expect(page.getByRole('img', { name: 'a red fox in snow' })).toBeVisible({ timeout: 90_000 })
  expect(await sentToday(host)).toBe(1)
})

test('takes a key that is held down for one press, however long it is held', async ({ page, studio }) => {
  await page.clock.install()
  const host = await studio.openHost(page)
  const box = promptBox(page)
  await box.fill('the first')
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeEnabled()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await expect.poll(() => taskCount(host)).toBe(1)
  await expect(page.locator('form button[data-pending]')).toHaveCount(0)
  // Beyond the time in which another press would be taken for a double click.
  await page.clock.fastForward(5_000)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')

  await box.fill('the second')
  await box.press('Control+Enter')
  await expect.poll(async () => (await sentPrompts(host)).includes('the second')).toBe(true)
  expect(await sentPrompts(host)).toEqual(['the second', 'the first'])
})

test('asks before a batch above the size in Settings, with the exact numbers', async ({ page, studio }) => {
  const host = await studio.startHost()
  await host.call('settings.set', { queue: { confirmAbove: 2 } })
  await host.call('queue.pause', {})
  await studio.open(page, host)
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeVisible()
  await fillOption(page, 'Count', 'Repeat', '3')
  await page.getByRole('button', { name: 'Generate 3 images' }).click()

  const question = page.getByRole('alertdialog', { name: 'Send 3 requests at once?' })
  await expect(question).toContainText(
    'Painted landscape at Sample studio: 3 requests for 3 results. They are free.',
  )
  await expect(question.getByRole('button', { name: "Don't send" })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(await taskCount(host)).toBe(0)

  await page.getByRole('button', { name: 'Generate 3 images' }).click()
  await question.getByRole('button', { name: 'Send 3 requests' }).click()
  await expect.poll(() => taskCount(host)).toBe(3)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Queue paused · 3 waiting')).toBeVisible()
  await results.getByRole('button', { name: 'Resume' }).click()
  await expect(results.getByText('Queue paused')).toHaveCount(0)
})

async function sentToday(host: Host): Promise<number> {
  return ((await host.call('queue.usage', {})).data as unknown as { sentToday: number }).sentToday
}

async function taskCount(host: Host): Promise<number> {
  return ((await host.call('tasks.list', {})).data as unknown as { items: unknown[] }).items.length
}

/** Newest first. */
async function sentPrompts(host: Host): Promise<readonly string[]> {
  const { items } = (await host.call('tasks.list', {})).data as unknown as {
    items: { request: { prompt: string } }[]
  }
  return items.map(({ request }) => request.prompt)
}
