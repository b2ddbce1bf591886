/** Retry, stop, remove and adopt: what each does in which state, and what it costs. */
import {
  errorObject,
  hang,
  heldBack,
  accept,
  respond,
  dropAfterBody,
} from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { expect, test } from 'vitest'
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
  const { id } = await app.submitAndSave()
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

slow('does not take back a request that is on its way', async () => {
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

slow('stops following, and follows again when asked', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING', 'PENDING', 'SUCCESS']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  await app.ask('tasks.stop', { id })
  const polls = service.polls().length
  app.clock.advance(60 * 60_000)
  expect(service.polls().length).toBeLessThanOrEqual(polls + 1)
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

async function openWithUnknown() {
  const { service, app } = await openAtService()
  service.script('generate', dropAfterBody)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'unknown')
  const remoteId = service.generates()[0]?.taskId ?? ''
  return { service, app, id, remoteId }
}

test('leaves an unknown task alone over any time and any restart', async () => {
  const { service, app, id } = await openWithUnknown()
  app.clock.advance(48 * 60 * 60_000)
  const again = await app.reopen()
  again.clock.advance(48 * 60 * 60_000)
  await again.ask('queue.resume', {})
  await again.ask('profiles.setKey', { id: app.profileId, apiKey: 'other' })
  expect((await again.task(id)).state).toBe('unknown')
  expect(service.generates()).toHaveLength(1)
})

slow('sends again when the user says so, once, however often the button is pressed', async () => {
  const { service, app, id } = await openWithUnknown()
  const results = await Promise.all([1, 2, 3].map(() => app.call('tasks.decide', { id, action: 'resend' })))
  expect(results.map((result) => result.ok && result.data.id)).toEqual([id, id, id])
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('follows the task that the user found, without another request', async () => {
  const { service, app, id, remoteId } = await openWithUnknown()
  expect(await app.ask('tasks.decide', { id, action: 'link', remoteId })).toMatchObject({
    state: 'running',
    remoteId,
  })
  const task = await app.untilTask(id, 'saved')
  expect(task.assetIds).toHaveLength(1)
  expect(service.generates()).toHaveLength(1)
})

test.each([
  ['the service does not know it', respond(404, errorObject(404, 'no such task')), 'not_found'],
  ['it belongs to somebody else', respond(403, ''), 'forbidden'],
  ['the key is refused', respond(401, ''), 'unauthorized'],
  ['the service is not itself', respond(502, '<html>'), 'service_unavailable'],
])('does not link an id when %s', async (_, response, code) => {
  const { service, app, id, remoteId } = await openWithUnknown()
  service.script('task', response)
  const result = await app.call('tasks.decide', { id, action: 'link', remoteId })
  expect(result).toMatchObject({ ok: false, error: { code } })
  expect((await app.task(id)).state).toBe('unknown')
})

test('does not link an id that another task follows already, nor none at all', async () => {
  const { service, app, id } = await openWithUnknown()
  const other = await app.submitOne()
  const { remoteId = '' } = await app.untilTask(other.id, 'saved')
  expect(await app.failure('tasks.decide', { id, action: 'link', remoteId })).toMatchObject({
    code: 'conflict',
    field: 'remoteId',
  })
  expect(await app.failure('tasks.decide', { id, action: 'link' })).toMatchObject({
    code: 'invalid_input',
    field: 'remoteId',
  })
  expect((await app.task(id)).state).toBe('unknown')
  expect(service.generates()).toHaveLength(2)
})

test('links an id to one task only when two are decided at the same time', async () => {
  const { service, app, id, remoteId } = await openWithUnknown()
  service.script('generate', dropAfterBody)
  const second = await app.submitOne()
  await app.untilTask(second.id, 'unknown')
  const results = await Promise.all(
    [id, second.id].map((each) => app.call('tasks.decide', { id: each, action: 'link', remoteId })),
  )
  const outcomes = results.map((result) => (result.ok ? 'ok' : result.error.code))
  expect(outcomes.toSorted()).toEqual(['conflict', 'ok'])
})

test('forgets a task when the user says so', async () => {
  const { service, app, id } = await openWithUnknown()
  expect(await app.ask('tasks.decide', { id, action: 'discard' })).toMatchObject({ state: 'stopped' })
  expect(await app.failure('tasks.decide', { id, action: 'resend' })).toMatchObject({ code: 'conflict' })
  app.clock.advance(60 * 60_000)
  expect(service.generates()).toHaveLength(1)
})

test('has nothing to decide about a task that is not unknown', async () => {
  const { service, app } = await openAtService()
  const { id } = await app.submitAndSave()
  for (const action of ['resend', 'discard', 'link'] as const) {
    expect(await app.failure('tasks.decide', { id, action, remoteId: 'x' })).toMatchObject({
      code: 'conflict',
    })
  }
  expect(await app.failure('tasks.decide', { id: 'nobody', action: 'resend' })).toMatchObject({
    code: 'not_found',
  })
  expect(service.generates()).toHaveLength(1)
})
