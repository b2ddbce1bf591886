/** The queue: the order of what waits, batches under their name, and what is done with many tasks at once. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.ts'
import { promptsOf, rows, type Host } from './studio.ts'
import { submit, taskReply, test } from './scripted-service.ts'

test(
  'puts what waits in another order by dragging and by keys, and sends it so',
  { tag: '@main' },
  async ({ page, studio, scripted }) => {
    const sent: string[] = []
    const { host } = await scripted.open({
      generate: (_count, { prompt }) => {
        sent.push(String(prompt))
        return undefined
      },
    })
    await host.call('queue.pause', {})
    for (const prompt of ['one', 'two', 'three', 'four']) await submit(host, prompt)
    await studio.open(page, host)
    await page.keyboard.press('Control+2')
    await expect.poll(() => prompts(page)).toEqual(['one', 'two', 'three', 'four'])
    await expect(page.getByRole('heading', { name: 'Next · 4' })).toBeVisible()

    await handle(page, 'four').dragTo(item(page, 'one'), { targetPosition: { x: 200, y: 4 } })
    await expect.poll(() => prompts(page)).toEqual(['four', 'one', 'two', 'three'])
    await link(page, 'one').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => prompts(page)).toEqual(['four', 'two', 'one', 'three'])
    await expect(link(page, 'one')).toBeFocused()
    await expect(page.getByText('Place 3 of 4.')).toBeAttached()
    await link(page, 'three').focus()
    await page.keyboard.press('n')
    await expect.poll(() => prompts(page)).toEqual(['three', 'four', 'two', 'one'])

    await page.reload()
    await expect.poll(() => prompts(page)).toEqual(['three', 'four', 'two', 'one'])
    await page.getByRole('button', { name: 'Resume queue' }).click()
    await expect.poll(() => sent).toEqual(['three', 'four', 'two', 'one'])
  },
)

test('folds a batch under its name, renames it, and moves it as one', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  await submit(host, 'alone')
  await submitBatch(host, ['red fox', 'grey fox', 'white fox'], 'Foxes')
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const batch = page.getByRole('button', { name: /^3 ?Foxes/ })
  await expect(batch).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => prompts(page)).toEqual(['alone'])
  await batch.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(host)).toEqual(['red fox', 'grey fox', 'white fox', 'alone'])
  await page.keyboard.press('ArrowRight')
  await expect(batch).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => prompts(page)).toEqual(['red fox', 'grey fox', 'white fox', 'alone'])
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Batch name' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Three foxes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^3 ?Three foxes/ })).toBeVisible()
})

test('selects many by mouse and keys, and tries again, stops and removes them after a question', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({
    generate: (count) =>
      count <= 3 ? { status: 400, body: { code: 1, message: 'Not allowed.' } } : undefined,
    task: (id) => taskReply(id, 'PROCESSING'),
  })
  for (const prompt of ['one', 'two', 'three']) await submit(host, prompt)
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  await expect.poll(() => prompts(page)).toEqual(['three', 'two', 'one'])
  await link(page, 'two').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Remove from list' })).toBeVisible()
  await expectNoViolations(page, { without: ['region'] })
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await link(page, 'three').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await expect(bar).toContainText('2 selected')
  await page.getByRole('checkbox', { name: 'Select one' }).check({ force: true })
  await expect(bar).toContainText('3 selected')
  await expectNoViolations(page)

  await bar.getByRole('button', { name: 'Try 3 again' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Sends 3 new requests')
  expect(service.generateRequests()).toBe(3)
  await question.getByRole('button', { name: 'Try 3 again' }).click()
  await expect.poll(() => service.generateRequests()).toBe(6)
  await expect(page.getByRole('link', { name: /Running/ })).toHaveCount(3)

  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await link(page, 'one').first().focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('s')
  await expect(question).toContainText(/Stop following 3 tasks/)
  await question.getByRole('button', { name: 'Stop following' }).click()
  await expect(page.getByRole('link', { name: /Stopped/ })).toHaveCount(3)
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Remove 6' }).click()
  await expect.poll(async () => (await tasks(host)).length).toBe(0)
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible()
})

test('a task that is closed in a small window leaves the cursor on its row', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  for (const prompt of ['one', 'two', 'three']) await submit(host, prompt)
  await studio.open(page, host)
  await page.setViewportSize({ width: 700, height: 640 })
  await page.keyboard.press('Control+2')
  const panel = page.getByRole('dialog', { name: 'Task' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close', exact: true }).click(),
  ]
  for (const close of ways) {
    await link(page, 'two').press('Enter')
    await expect(panel).toContainText('two')
    await close()
    await expect(panel).toHaveCount(0)
    await expect(link(page, 'two')).toBeFocused()
  }
})

test('a row keeps the cursor while the list is scrolled away from it', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  for (let number = 101; number <= 160; number += 1) await submit(host, `ferry ${number}`)
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  await link(page, 'ferry 102').focus()
  const last = link(page, 'ferry 160')
  await expect(async () => {
    await page
      .getByRole('list', { name: 'Queue' })
      .locator('..')
      .evaluate((list) => list.scrollTo({ top: 1e6 }))
    await expect(last).toBeInViewport({ timeout: 100 })
  }).toPass()
  await expect(link(page, 'ferry 102')).toBeFocused()
  await expect(link(page, 'ferry 103')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(link(page, 'ferry 103')).toBeFocused()
  await expect(link(page, 'ferry 103')).toBeInViewport()
})

test('has no violations with a batch, an order and a selection', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await submit(host, 'a heron')
  await expect.poll(async () => (await tasks(host))[0]?.state).toBe('saved')
  await host.call('queue.pause', {})
  await submitBatch(host, ['red fox', 'grey fox'], 'Foxes')
  await studio.open(page, host)
  await page.setViewportSize({ width: 960, height: 640 })
  await page.keyboard.press('Control+2')
  const batch = page.getByRole('button', { name: /^2 ?Foxes/ })
  await batch.click()
  await link(page, 'red fox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText('red fox')
  await expectNoViolationsInBothThemes(page)
})

const PROMPTS = ['one', 'two', 'three', 'four', 'alone', 'red fox', 'grey fox', 'white fox']

const item = (page: Page, prompt: string) => rows(page).getByRole('listitem').filter({ hasText: prompt })
const link = (page: Page, prompt: string) => rows(page).getByRole('link', { name: new RegExp(`^${prompt}`) })
const handle = (page: Page, prompt: string) => item(page, prompt).getByTitle('Drag to change the order')

const prompts = (page: Page) => promptsOf(page, PROMPTS)

interface ListedTask {
  readonly id: string
  readonly state: string
  readonly position?: number
  readonly request: { readonly prompt: string }
}

async function tasks(host: Host): Promise<readonly ListedTask[]> {
  return ((await host.call('tasks.list', {})).data as unknown as { items: ListedTask[] }).items
}

async function order(host: Host): Promise<readonly string[]> {
  const waiting = (await tasks(host)).filter(({ state }) => state === 'queued')
  return waiting
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ request }) => request.prompt)
}

async function submitBatch(host: Host, names: readonly string[], name: string): Promise<void> {
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image' }
  await host.call('tasks.submit', { requests: names.map((prompt) => ({ ...request, prompt })), name })
}
