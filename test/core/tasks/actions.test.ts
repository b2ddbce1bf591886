/** Retry, stop, remove and adopt: what each does in which state, and what it costs. */
import { expect, test } from 'vitest'
import { errorObject, hang, heldBack, accept, respond } from '#test/stand-ins/faulty-answers.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

test('makes a new task of one that was rejected', async () => {
  const service = await openFaultyService()
  service.script('generate', respond(400, errorObject(400, 'no')))
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'rejected')
  const again = await app.ask('tasks.retry', { id })
  expect(again.id).not.toBe(id)
  await app.untilTask(again.id, 'saved')
  expect((await app.task(id)).state).toBe('rejected')
  expect(service.generates()).toHaveLength(2)
})

test('makes a new task of one that failed', async () => {
  const service = await openFaultyService()
  service.tasks.life = ['FAILED']
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  expect((await app.untilTask(id, 'failed')).error).toMatchObject({ charged: 'maybe' })
  service.tasks.life = ['SUCCESS']
  const again = await app.ask('tasks.retry', { id })
  await app.untilTask(again.id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('has nothing to retry in a task that is saved or unknown', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saved')
  service.script('generate', respond(502, ''))
  const unsure = await app.submitOne()
  await app.untilTask(unsure.id, 'unknown')
  for (const each of [id, unsure.id]) {
    expect(await app.call('tasks.retry', { id: each })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  }
  expect(service.generates()).toHaveLength(2)
})

test('sends nothing for a task that was stopped before its turn', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  await app.ask('tasks.stop', { id })
  await app.ask('queue.resume', {})
  const other = await app.submitOne()
  await app.untilTask(other.id, 'saved')
  expect((await app.task(id)).state).toBe('stopped')
  expect(service.generates()).toHaveLength(1)
  expect(await app.call('tasks.retry', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
})

test('does not take back a request that is on its way', async () => {
  const service = await openFaultyService()
  const gate = Promise.withResolvers<void>()
  service.script('generate', heldBack(gate.promise, accept))
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  expect(await app.call('tasks.stop', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(await app.call('tasks.remove', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  gate.resolve()
  await app.untilTask(id, 'saved')
})

test('stops following, and follows again when asked', async () => {
  const service = await openFaultyService()
  service.tasks.life = ['PENDING', 'PENDING', 'SUCCESS']
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  await app.ask('tasks.stop', { id })
  const looks = service.looks().length
  app.clock.advance(60 * 60_000)
  expect(service.looks().length).toBeLessThanOrEqual(looks + 1)
  expect((await app.task(id)).state).toBe('stopped')
  await app.ask('tasks.retry', { id })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('stops saving without leaving a half file', async () => {
  const service = await openFaultyService()
  service.script('file', hang)
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saving')
  await app.until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  await app.ask('tasks.stop', { id })
  expect((await app.task(id)).state).toBe('stopped')
  expect((await app.ask('library.query', {})).total).toBe(0)
})

test('removes a task that rests, keeps its assets, and removes none that is open', async () => {
  const service = await openFaultyService()
  service.tasks.life = ['PENDING', 'SUCCESS']
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  expect(await app.call('tasks.remove', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  await app.untilTask(id, 'saved')
  await app.ask('tasks.remove', { id })
  expect(await app.call('tasks.get', { id })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect((await app.ask('library.query', {})).total).toBe(1)
  expect(app.events.filter(({ name }) => name === 'task.removed')).toEqual([
    { name: 'task.removed', data: { id } },
  ])
})

test('adopts a task that was submitted elsewhere, once', async () => {
  const service = await openFaultyService()
  const remoteId = service.tasks.make()
  const app = await openTestAppAt(service.baseUrl)
  const task = await app.ask('tasks.adopt', { remoteId })
  expect(task).toMatchObject({ remoteId, request: { provider: 'stand-in', model: 'sample' } })
  expect((await app.ask('tasks.adopt', { remoteId })).id).toBe(task.id)
  await app.untilTask(task.id, 'saved')
  expect(service.generates()).toEqual([])
  expect(await app.call('tasks.adopt', { remoteId: 'nobody' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', field: 'remoteId' },
  })
})

test('adopts a task once when asked twice at the same time', async () => {
  const service = await openFaultyService()
  const remoteId = service.tasks.make()
  const app = await openTestAppAt(service.baseUrl)
  const tasks = await Promise.all([1, 2].map(() => app.ask('tasks.adopt', { remoteId })))
  expect(tasks[0]?.id).toBe(tasks[1]?.id)
})

test('lists tasks newest first, in pages that hold while new ones arrive', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await app.submitOne()).id)
  const first = await app.ask('tasks.list', { limit: 2 })
  await app.submitOne()
  const second = await app.ask('tasks.list', { limit: 2, cursor: first.nextCursor ?? '' })
  const third = await app.ask('tasks.list', { limit: 2, cursor: second.nextCursor ?? '' })
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
  expect(seen).toEqual(ids.toReversed())
  expect(third.nextCursor).toBeNull()
  expect((await app.ask('tasks.list', { states: ['saved', 'failed'] })).items).toEqual([])
})
