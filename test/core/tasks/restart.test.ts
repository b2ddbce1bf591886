/** The end of a host lets go what is being sent, and nothing else; what was open is taken up again at the start, without a second request. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hang, respond, accept } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'

test('finds a task that was being sent as unknown', async () => {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  await app.close()
  const database = new DatabaseSync(join(app.dataDir, 'library.db'))
  database.prepare("UPDATE tasks SET state = 'sending' WHERE id = ?").run(id)
  database.close()

  const again = await app.reopen()
  const task = await again.task(id)
  expect(task).toMatchObject({ state: 'unknown', error: { code: 'unknown_outcome', charged: 'maybe' } })
  await again.ask('queue.resume', {})
  again.clock.advance(60 * 60_000)
  expect(service.generates()).toEqual([])
})

test('calls a task unknown when Atelier is closed while its request hangs', async () => {
  const { service, app } = await openAtService()
  service.script('generate', hang)
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  const again = await app.reopen()
  expect((await again.task(id)).state).toBe('unknown')
  again.clock.advance(60 * 60_000)
  expect(service.generates()).toHaveLength(1)
})

test('sends what was waiting, once', async () => {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  const { tasks } = await app.ask('tasks.submit', { requests: [REQUEST, REQUEST, REQUEST] })
  const again = await app.reopen()
  expect((await again.ask('queue.state', {})).paused).toBe(true)
  await again.ask('queue.resume', {})
  for (const { id } of tasks) await again.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(3)
})

test('goes on following a running task', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING', 'PROCESSING', 'PROCESSING', 'SUCCESS']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const again = await app.reopen()
  await again.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('goes on saving, and begins a half file anew', async () => {
  const { service, app } = await openAtService()
  service.script('file', {
    name: 'half a file',
    give: ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000 })
      response.write(Buffer.alloc(1_000))
    },
  })
  const { id } = await app.submitOne()
  await app.until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  const again = await app.reopen()
  await again.untilTask(id, 'saved')
  expect(await again.ask('library.verify', {})).toEqual({ checked: 1, missing: 0, damaged: 0 })
  expect(service.generates()).toHaveLength(1)
})

test('leaves every resting task as it was', async () => {
  const { service, app } = await openAtService()
  const ids: string[] = []
  for (const response of [respond(400, ''), respond(502, ''), null]) {
    if (response) service.script('generate', response)
    const { id } = await app.submitOne()
    await app.untilTask(id, 'rejected', 'unknown', 'saved')
    ids.push(id)
  }
  const before = await Promise.all(ids.map((id) => app.task(id)))
  const again = await app.reopen()
  again.clock.advance(60 * 60_000)
  expect(await Promise.all(ids.map((id) => again.task(id)))).toEqual(before)
  expect(service.generates()).toHaveLength(3)
})

test('shows the library while the service is gone', async () => {
  const { service, app } = await openAtService()
  await app.untilTask((await app.submitOne()).id, 'saved')
  await app.close()
  await service.close()
  const again = await app.reopen()
  const { items } = await again.ask('library.query', { text: 'red fox' })
  expect(items).toHaveLength(1)
  const file = await again.app.media.asset(items[0]?.id ?? '')
  expect(file).toMatchObject({ mimeType: 'image/png', sizeBytes: items[0]?.sizeBytes })
})

/** With one request at the service, which is answered when the test says so. */
async function openSending() {
  const { app, service } = await openAtService()
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  service.script('generate', {
    name: 'late',
    give: async (at) => {
      await asked
      await accept.give(at)
    },
  })
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  return { app, service, id, answer }
}

test('waits for the answer of what is being sent, and sends nothing more', async () => {
  const { app, service, id, answer } = await openSending()
  const finishing = app.app.finishSending(10_000)
  const next = await app.submitOne()
  answer()
  await finishing
  expect([(await app.task(id)).state, (await app.task(next.id)).state]).toEqual(['running', 'queued'])
  expect(service.generates()).toHaveLength(1)
  // The next run sends it: the user has not paused anything.
  expect(await app.ask('queue.state', {})).toMatchObject({ paused: false })
})

test('waits no longer than it may', async () => {
  const { app, id, answer } = await openSending()
  const finishing = app.app.finishSending(10_000)
  app.clock.advance(10_000)
  await finishing
  expect((await app.task(id)).state).toBe('sending')
  answer()
})
