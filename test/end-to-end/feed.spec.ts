/** The results beside the form, press by press: what stands over each, and what can be done with it as a whole. */
import { expect } from '@playwright/test'
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
