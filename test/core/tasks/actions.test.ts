/** Retry, stop, remove and adopt: what each does in which state, and what it costs. */
import { expect, test } from 'vitest'
import { errorObject, hang, heldBack, accept, respond } from '#test/stand-ins/faulty-responses.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

test('makes a new task of one that was rejected', async () => {
  const { service, app } = await openAtService()
  service.script('generate', respond(400, errorObject(400, 'no')))
  const { id } = await app.submitOne()
  await app.untilTask(id, 'rejected')
  const again = await app.ask('tasks.retry', { id })
  expect(again.id).not.toBe(id)
  await app.untilTask(again.id, 'saved')
  expect((await app.task(id)).state).toBe('rejected')
  expect(service.generates()).toHaveLength(2)
})

test('makes a new task of one that failed', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['FAILED']
  const { id } = await app.submitOne()
  expect((await app.untilTask(id, 'failed')).error).toMatchObject({ charged: 'maybe' })
  service.tasks.life = ['SUCCESS']
  const again = await app.ask('tasks.retry', { id })
  await app.untilTask(again.id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('has nothing to retry in a task that is saved or unknown', async () => {
  const { service, app } = await openAtService()
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saved')
  service.script('generate', respond(502, ''))
  const unsure = await app.submitOne()
  await app.untilTask(unsure.id, 'unknown')
  for (const each of [id, unsure.id]) {
    expect(await app.failure('tasks.retry', { id: each })).toMatchObject({ code: 'conflict' })
  }
  expect(service.generates()).toHaveLength(2)
})

test('sends nothing for a task that was stopped before its turn', async () => {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  await app.ask('tasks.stop', { id })
  await app.ask('queue.resume', {})
  const other = await app.submitOne()
  await app.untilTask(other.id, 'saved')
  expect((await app.task(id)).state).toBe('stopped')
  expect(service.generates()).toHaveLength(1)
  expect(await app.failure('tasks.retry', { id })).toMatchObject({ code: 'conflict' })
})

test('does not take back a request that is on its way', async () => {
  const { service, app } = await openAtService()
  const gate = Promise.withResolvers<void>()
  service.script('generate', heldBack(gate.promise, accept))
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  expect(await app.failure('tasks.stop', { id })).toMatchObject({ code: 'conflict' })
  expect(await app.failure('tasks.remove', { id })).toMatchObject({ code: 'conflict' })
  gate.resolve()
  await app.untilTask(id, 'saved')
})

test('stops following, and follows again when asked', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING', 'PENDING', 'SUCCESS']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  await app.ask('tasks.stop', { id })
  const looks = service.polls().length
  app.clock.advance(60 * 60_000)
  expect(service.polls().length).toBeLessThanOrEqual(looks + 1)
  expect((await app.task(id)).state).toBe('stopped')
  await app.ask('tasks.retry', { id })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('stops saving without leaving a half file', async () => {
  const { service, app } = await openAtService()
  service.script('file', hang)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saving')
  await app.until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  await app.ask('tasks.stop', { id })
  expect((await app.task(id)).state).toBe('stopped')
  expect((await app.ask('library.query', {})).total).toBe(0)
})

test('removes a task that rests, keeps its assets, and removes none that is open', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING', 'SUCCESS']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  expect(await app.failure('tasks.remove', { id })).toMatchObject({ code: 'conflict' })
  await app.untilTask(id, 'saved')
  await app.ask('tasks.remove', { id })
  expect(await app.failure('tasks.get', { id })).toMatchObject({ code: 'not_found' })
  expect((await app.ask('library.query', {})).total).toBe(1)
  expect(app.events.filter(({ name }) => name === 'task.removed')).toEqual([
    { name: 'task.removed', data: { id } },
  ])
})

test('adopts a task that was submitted elsewhere, once', async () => {
  const { service, app } = await openAtService()
  const remoteId = service.tasks.make()
  const task = await app.ask('tasks.adopt', { remoteId })
  expect(task).toMatchObject({ remoteId, request: { provider: 'stand-in', model: 'sample' } })
  expect((await app.ask('tasks.adopt', { remoteId })).id).toBe(task.id)
  await app.untilTask(task.id, 'saved')
  expect(service.generates()).toEqual([])
  expect(await app.failure('tasks.adopt', { remoteId: 'nobody' })).toMatchObject({
    code: 'not_found',
    field: 'remoteId',
  })
})

test('adopts a task once when asked twice at the same time', async () => {
  const { service, app } = await openAtService()
  const remoteId = service.tasks.make()
  const tasks = await Promise.all([1, 2].map(() => app.ask('tasks.adopt', { remoteId })))
  expect(tasks[0]?.id).toBe(tasks[1]?.id)
})

test('lists tasks newest first, in pages that hold while new ones arrive', async () => {
  const { app } = await openAtService()
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
