/** The queue as a list: its order, clearing it, and what it says of a failure. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { promptsOf, type Host } from './studio.ts'
import { submit, taskReply, test } from './scripted-service.ts'

test('sorts what has ended, and leaves what waits in the order of sending', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    generate: (_count, { prompt }) =>
      prompt === 'refused' ? { status: 400, body: { code: 1, message: 'Not allowed.' } } : undefined,
  })
  for (const [prompt, model] of [
    ['early', 'zinc'],
    ['refused', 'iron'],
    ['late', 'amber'],
  ] as const)
    await submitTo(host, prompt, model)
  await expect.poll(() => ended(host)).toBe(3)
  await host.call('queue.pause', {})
  for (const prompt of ['first', 'second']) await submitTo(host, prompt, 'm')
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const waiting = ['first', 'second']
  await expect.poll(() => prompts(page)).toEqual([...waiting, 'late', 'refused', 'early'])
  for (const [name, order] of [
    ['Oldest first', ['early', 'refused', 'late']],
    ['By state', ['refused', 'late', 'early']],
    ['By model', ['late', 'refused', 'early']],
  ] as const) {
    await page.getByRole('button', { name: /Sort/ }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await expect.poll(() => prompts(page)).toEqual([...waiting, ...order])
  }
  await expect(page.getByTitle('Drag to change the order')).toHaveCount(2)
  await page.getByRole('radio', { name: /^Waiting/ }).check({ force: true })
  await expect.poll(() => prompts(page)).toEqual(waiting)
  await expect(page.getByRole('button', { name: /Sort/ })).toHaveCount(0)
})

test('clears what has ended and cancels what waits, each after a question with its count', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open({
    generate: (count) =>
      count === 1 ? { status: 400, body: { code: 1, message: 'Not allowed.' } } : undefined,
  })
  for (const prompt of ['one', 'two', 'three']) await submit(host, prompt)
  await expect.poll(() => ended(host)).toBe(3)
  await host.call('queue.pause', {})
  for (const prompt of ['four', 'five']) await submit(host, prompt)
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const clear = page.getByRole('button', { name: 'Clear…' })
  const question = page.getByRole('alertdialog')

  await clear.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Cancel all waiting tasks (2)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('Cancel 2 waiting tasks?')
  await expect(question).toContainText('so nothing is charged')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => prompts(page)).toHaveLength(5)

  await clear.click()
  await page.getByRole('menuitem', { name: 'Cancel all waiting tasks (2)' }).click()
  await question.getByRole('button', { name: 'Cancel 2' }).click()
  await expect.poll(() => prompts(page)).toEqual(['three', 'two', 'one'])
  await host.call('queue.resume', {})

  await clear.click()
  await page.getByRole('menuitem', { name: 'Clear 3 finished tasks from the list' }).click()
  await expect(question).toContainText('2 are done. 1 ended without a result.')
  await question.getByRole('button', { name: 'Clear 3' }).click()
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible()
  await expect(clear).toBeDisabled()
  expect(service.generateRequests()).toBe(3)
  expect(((await host.call('library.query', {})).data as unknown as { total: number }).total).toBe(2)
})

test('says of a failure what it cost, whether trying again can help, and how the model fares', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    generate: (_count, { prompt }) =>
      prompt === 'a boat'
        ? { status: 400, body: { code: 1, message: 'No boats.' } }
        : { body: { code: 0, message: 'ok', data: { taskId: prompt } } },
    task: (id) => (id === 'three' ? taskReply(id, 'FAILED') : undefined),
  })
  for (const prompt of ['one', 'two', 'three', 'a boat']) await submit(host, prompt)
  await expect.poll(() => ended(host), { timeout: 60_000 }).toBe(4)
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const panel = page.getByRole('complementary', { name: 'Task' })
  await page
    .getByRole('list', { name: 'Queue' })
    .getByRole('link', { name: /^a boat/ })
    .click()
  await expect(panel).toContainText('No boats.')
  await expect(panel).toContainText("You weren't charged.")
  await expect(panel).toContainText('Edit it first.')
  await expect(panel).toContainText('2 of 4 requests to this model succeeded.')
  await page
    .getByRole('list', { name: 'Queue' })
    .getByRole('link', { name: /^three/ })
    .click()
  await expect(panel).toContainText('You may have been charged')
  await expect(panel).toContainText('The same request may work another time')
  await expectNoViolations(page)
})

const PROMPTS = ['one', 'two', 'three', 'four', 'five', 'early', 'refused', 'late', 'first', 'second']

const prompts = (page: Page) => promptsOf(page, PROMPTS)

async function submitTo(host: Host, prompt: string, model: string): Promise<void> {
  const request = { provider: 'p', mediaType: 'image', model, scene: 'text-to-image', prompt }
  await host.call('tasks.submit', { requests: [request] })
}

async function ended(host: Host): Promise<number> {
  const { data } = await host.call('tasks.list', {})
  const { items } = data as unknown as { items: { state: string }[] }
  return items.filter(({ state }) => ['saved', 'rejected', 'failed'].includes(state)).length
}
