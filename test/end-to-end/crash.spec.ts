/** The host is killed while a task runs: started again, the image arrives, and nothing was paid for twice. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { keptDraft, promptBox } from './input-form.ts'
import { test } from './studio.ts'

test('finishes a task that ran when the host was killed, with one request in all', async ({
  page,
  studio,
}) => {
  const first = await studio.startHost()
  await studio.open(page, first)
  await promptBox(page).fill('a bridge in the rain')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect
    .poll(async () => ((await first.call('queue.state', {})).data as unknown as QueueCounts).counts.running)
    .toBe(1)
  await first.stop('SIGKILL')

  const second = await studio.startHost()
  await studio.open(page, second)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('img', { name: 'a bridge in the rain' }).first()).toBeVisible({
    timeout: 90_000,
  })
  const usage = (await second.call('queue.usage', {})).data as unknown as { items: { number: number }[] }
  expect(usage.items).toMatchObject([{ outcome: 'accepted', number: 1 }])
  await second.stop()

  // What the service itself received.
  const ledger = new DatabaseSync(join(studio.folder, 'data/local-service/service.db'), { readOnly: true })
  expect(ledger.prepare('SELECT count(*) AS tasks FROM tasks').get()).toEqual({ tasks: 1 })
  ledger.close()
})

test('says to a second start that the data directory is taken, and leaves the first alone', async ({
  studio,
}) => {
  studio.needs('second-start')
  const first = await studio.startHost()
  await expect(studio.startHost()).rejects.toThrow(/already running/)
  expect(await first.call('app.info', {})).toMatchObject({ ok: true })
})

test('gives back what was written while the host was away, where its session ended with it', async ({
  page,
  studio,
}) => {
  studio.needs('launch-address')
  const first = await studio.startHost()
  await studio.open(page, first)
  await expect(promptBox(page)).toBeFocused()
  await promptBox(page).fill('a bridge')
  await expect.poll(async () => (await keptDraft(first))?.prompt).toBe('a bridge')
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible()
  await first.stop()
  await promptBox(page).fill('a bridge that nobody saved')
  await studio.startHost({ port: Number(new URL(first.ready['origin'] ?? '').port) })
  const ended = page.getByRole('alert').filter({ hasText: "This page's session has ended" })
  await expect(ended).toContainText('a bridge that nobody saved', { timeout: 90_000 })
  await expect(ended.getByRole('button', { name: 'Copy prompt' })).toBeVisible()
})

interface QueueCounts {
  readonly counts: Readonly<Record<string, number>>
}
