/** What may have been paid for is left to the user: an answer nobody knows, and a result that is not on disk. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { submit, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

const UNKNOWN = /^We can't tell whether/

test(
  'sends a request of unknown outcome again only when told that it was not there',
  { tag: '@main' },
  async ({ page, studio, scripted }) => {
    const { host, service } = await scripted.open({ generate: (count) => (count === 1 ? 'drop' : undefined) })
    const id = await submit(host, 'a lost letter')
    await studio.open(page, host)
    await openQueue(page)

    await expect(
      page.getByRole('heading', { name: "We can't tell whether this request went through" }),
    ).toBeVisible()
    await expect(page.getByText(/may have been charged/)).toHaveCount(1)
    expect(service.generateRequests()).toBe(1)

    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('heading', { name: UNKNOWN })).toHaveCount(0)
    await expect(row(page, 'a lost letter')).toContainText('Done')
    expect(service.generateRequests()).toBe(2)

    await page.goto(`${page.url().split('#')[0]}#/queue/${id}`)
    const history = page.getByRole('complementary', { name: 'Task' })
    await expect(history).toContainText('You sent it again')
    await expect(history).toContainText('1 file saved')
  },
)

test('follows the task that the user found, and says so when the service does not know it', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({
    generate: () => 'drop',
    task: (id) => (id === 'found-1' ? undefined : { status: 404, body: { code: 404, message: 'no' } }),
  })
  await submit(host, 'a found letter')
  await studio.open(page, host)
  await openQueue(page)

  await page.getByRole('button', { name: 'I found it…' }).click()
  const field = page.getByRole('textbox', { name: 'Task id from your dashboard' })
  await expect(field).toBeFocused()
  await field.fill('mistyped')
  await page.getByRole('button', { name: 'Follow it' }).click()
  await expect(page.getByRole('region', { name: 'Needs you' }).getByRole('alert')).not.toBeEmpty()

  await field.fill('found-1')
  await field.press('Enter')
  await expect(row(page, 'a found letter')).toContainText('Done')
  expect(service.generateRequests()).toBe(1)
})

test('forgets a request of unknown outcome when told to, and removes one only after saying what is given up', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({ generate: () => 'drop' })
  await submit(host, 'a forgotten letter')
  await studio.open(page, host)
  await openQueue(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(row(page, 'a forgotten letter')).toContainText('Stopped')
  await expect(page.getByText(/unconfirmed/)).toBeVisible()
  expect(service.generateRequests()).toBe(1)

  await submit(host, 'a removed letter')
  const card = page.getByRole('heading', { name: UNKNOWN })
  const question = page.getByRole('alertdialog', { name: 'Remove this task from the list?' })
  await expect(card).toBeVisible()

  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText('a removed letter')
  await page.keyboard.press('Delete')
  await expect(question).toContainText('This request may have gone through and been charged.')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await expect(card).toBeVisible()

  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Remove from list' }).click()
  await expect(row(page, 'a removed letter')).toHaveCount(0)
  await expect(card).toHaveCount(0)
  expect(service.generateRequests()).toBe(2)
})

test('is loud about what was paid for and is not on disk, and saves it when told to try again', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({
    file: (_name, count) =>
      count === 1 ? { headers: { 'content-type': 'image/png' }, body: '\u007fELF, a program' } : undefined,
  })
  await submit(host, 'a paid image')
  await studio.open(page, host)
  await expect(page.getByRole('link', { name: /Queue/ })).toContainText('1')
  await openQueue(page)
  await expect(page.getByRole('heading', { name: 'Paid, not saved' })).toBeVisible()

  await page.getByRole('button', { name: 'Save again' }).click()
  await expect(row(page, 'a paid image')).toContainText('Done')
  await expect(page.getByRole('region', { name: 'Needs you' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('img', { name: 'a paid image' })).toBeVisible()
  expect(service.generateRequests()).toBe(1)
})

test('lists each once, tells why and its code under Details alone, and decides the same for all', async ({
  page,
  studio,
  scripted,
}) => {
  const replies = [
    'drop',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' },
    { body: { code: 0, message: 'ok', data: {} } },
  ] as const
  const { host, service } = await scripted.open({ generate: (count) => replies[count - 1] })
  for (const prompt of ['a lost letter', 'a torn letter', 'a blank letter']) {
    await submit(host, prompt)
    await expect.poll(() => unknownTasks(host)).toContain(prompt)
  }
  await studio.open(page, host)
  await openQueue(page)
  await expect(page).toHaveTitle('(3) Queue – Atelier')
  const region = page.getByRole('region', { name: 'Needs you' })
  await expect(region.getByRole('heading')).toHaveText("We can't tell whether 3 requests went through")
  await expect(region.getByText(/charged/)).toHaveCount(1)
  await expect(region).not.toContainText('502')
  const rowOf = (prompt: string) => region.getByRole('listitem').filter({ hasText: prompt })
  await expect(rowOf('a torn letter').getByRole('button')).toHaveText([
    'Send again',
    'I found it…',
    'Dismiss',
    'Details',
  ])
  await expect(row(page, 'letter')).toHaveCount(0)
  for (const width of [480, 960, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await region.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(800 / 3)
  }

  await rowOf('a torn letter').getByRole('button', { name: 'Details' }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  await expect(task).toContainText('502')
  for (const name of ['Send again', 'I found it…', 'Dismiss'])
    await expect(task.getByRole('button', { name })).toBeVisible()
  await expectNoViolationsInBothThemes(page)

  await region.getByRole('button', { name: 'Send all 3 again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 3 requests again?' })
  await expect(question).toContainText('paid for twice')
  await question.getByRole('button', { name: 'Send all 3 again' }).click()
  await expect(region).toHaveCount(0)
  await expect(row(page, 'a torn letter')).toContainText('Done')
  expect(service.generateRequests()).toBe(6)

  await task.getByRole('button', { name: 'Close task' }).click()
  await page.getByRole('searchbox', { name: 'Search the queue' }).fill('LETTER torn')
  await expect(page.getByRole('list', { name: 'Queue' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.type(' nowhere')
  await expect(page.getByRole('heading', { name: 'No task matches' })).toBeVisible()
})

async function unknownTasks(host: Host): Promise<readonly string[]> {
  const listed = (await host.call('tasks.list', { states: ['unknown'] })).data as unknown as {
    items: { request: { prompt: string } }[]
  }
  return listed.items.map(({ request }) => request.prompt)
}

async function openQueue(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Queue/ }).click()
}

function row(page: Page, prompt: string) {
  return page.getByRole('list', { name: 'Queue' }).getByRole('link', { name: new RegExp(prompt) })
}
