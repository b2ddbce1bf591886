/** A key that is refused, missing or lost: the queue waits for another, and no task fails because of it. */
import { expect, test } from 'vitest'
import { errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'

slow.each([
  ['the error object', respond(401, errorObject(401, 'bad key'))],
  ['another JSON', respond(401, '{"detail":"bad key"}')],
  ['a web page', respond(401, '<html>log in</html>')],
  ['nothing', respond(401, '')],
])('pauses the queue on a 401 with %s and goes on with another key', async (_, refusal) => {
  const { service, app } = await openAtService()
  service.always('generate', refusal)
  const { tasks } = await app.ask('tasks.submit', { requests: [REQUEST, REQUEST] })
  await app.until(async () => (await app.ask('queue.state', {})).limits.holding[0]?.waiting === 2)
  const asked = service.generates().length
  app.clock.advance(60 * 60_000)
  expect(service.generates()).toHaveLength(asked)
  const queue = await app.ask('queue.state', {})
  expect(queue).toMatchObject({ paused: true, limits: { holding: [{ kind: 'key', waiting: 2 }] } })
  for (const { id } of tasks) expect((await app.task(id)).state).toBe('queued')
  expect(await app.ask('profiles.connection', { id: app.profileId })).toMatchObject({
    connection: 'key_refused',
  })

  service.always('generate', null)
  await app.ask('profiles.setKey', { id: app.profileId, apiKey: 'another-key' })
  for (const { id } of tasks) await app.untilTask(id, 'saved')
  expect(
    service
      .generates()
      .slice(asked)
      .map(({ key }) => key),
  ).toEqual(['another-key', 'another-key'])
})

test('keeps a running task running when a poll of it is refused, and goes on with another key', async () => {
  const { service, app } = await openAtService()
  service.keys = ['key-for-tests']
  service.tasks.life = ['PENDING', 'PENDING', 'SUCCESS']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  service.keys = ['another-key']
  await app.until(async () => (await app.ask('queue.state', {})).paused)
  expect((await app.task(id)).state).toBe('running')
  await app.ask('profiles.setKey', { id: app.profileId, apiKey: 'another-key' })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

slow('sends nothing while the key is lost, and says so', async () => {
  const { service, app } = await openAtService()
  app.secrets.forget()
  const again = await app.reopen()
  const { items } = await again.ask('profiles.list', {})
  expect(items.find(({ id }) => id === app.profileId)?.keyState).toBe('lost')
  const { id } = await again.submitOne()
  const paused = await again.until(async () => {
    const queue = await again.ask('queue.state', {})
    return queue.paused && queue
  })
  expect(paused.limits.holding).toMatchObject([{ kind: 'key', profileId: app.profileId }])
  again.clock.advance(60 * 60_000)
  expect((await again.task(id)).state).toBe('queued')
  expect(service.ledger).toEqual([])
  await again.ask('profiles.setKey', { id: app.profileId, apiKey: 'found-again' })
  await again.untilTask(id, 'saved')
  expect(service.generates().map(({ key }) => key)).toEqual(['found-again'])
})

test('says why a result is not saved while the key is lost, and saves it with another', async () => {
  const { service, app } = await openAtService()
  service.always('file', respond(500, ''))
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saving')
  app.secrets.forget()
  const again = await app.reopen()
  const error = await again.until(async () => {
    const task = await again.task(id)
    return task.error?.id === 'profiles.keyLost' && task.error
  })
  expect(error).toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(/^The key for /u) as string,
  })
  expect((await again.task(id)).state).toBe('saving')
  service.always('file', null)
  await again.ask('profiles.setKey', { id: app.profileId, apiKey: 'found-again' })
  expect((await again.untilTask(id, 'saved')).error).toBeUndefined()
})

test('stays refused in the eyes of the page while the key stops the queue, though the service takes it for reading', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PROCESSING']
  const running = await app.submitOne()
  await app.untilTask(running.id, 'running')
  service.always('generate', respond(401, errorObject(401, 'no generating with this key')))
  await app.submitOne()
  await app.until(async () => (await app.ask('queue.state', {})).paused)
  expect(await app.ask('profiles.test', { id: app.profileId })).toMatchObject({ reachable: true })
  expect(await app.ask('profiles.connection', { id: app.profileId })).toMatchObject({
    connection: 'key_refused',
    message: { text: expect.stringContaining('no generating with this key') as string },
  })
})
