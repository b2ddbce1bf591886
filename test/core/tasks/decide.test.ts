/** What the user may do with a task of which nobody can know whether it was accepted. */
import { expect, test } from 'vitest'
import { dropAfterBody, errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

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

test('sends again when the user says so, once, however often the button is pressed', async () => {
  const { service, app, id } = await openWithUnknown()
  const results = await Promise.all([1, 2, 3].map(() => app.call('tasks.decide', { id, action: 'resend' })))
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
    'ok',
    'conflict',
    'conflict',
  ])
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
])('does not link an id when %s', async (_, answer, code) => {
  const { service, app, id, remoteId } = await openWithUnknown()
  service.script('task', answer)
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
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saved')
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
