/** Stopping a task: at its service where that can be done, and what is said of the cost. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FLUX, openAtReplicate } from '#test/stand-ins/services/open.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

test('stops a running task at its service, and says what that means', async () => {
  const { app, service } = await openAtReplicate()
  service.plan({ polls: 1_000 })
  const { id } = await app.submitOne(FLUX)
  await app.untilTask(id, 'running')
  const { cost, message } = await app.ask('tasks.stop', { id })
  // Replicate charges for the time until then.
  expect([cost, message.id]).toEqual(['may_go_on', 'tasks.stopped.mayCost'])
  expect(service.predictions[0]?.status).toMatch(/canceled|aborted/)
  const { state, history } = await app.task(id)
  expect([state, history.at(-1)]).toMatchObject(['stopped', { kind: 'cancelled', message }])
})

test('says that a task may go on where its service could not be asked', async () => {
  const { app, service } = await openAtReplicate()
  service.plan({ polls: 1_000 })
  service.server.script('POST', '/cancel', { status: 500, body: 'oops' })
  const { id } = await app.submitOne(FLUX)
  await app.untilTask(id, 'running')
  expect(await app.ask('tasks.stop', { id })).toMatchObject({ cost: 'may_go_on' })
  expect((await app.task(id)).state).toBe('stopped')
})

test('says that it goes on at a service that stops nothing, and that nothing was sent of what waited', async () => {
  const { app, service } = await openAtService()
  service.tasks.life = ['PROCESSING']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  expect(await app.ask('tasks.stop', { id })).toMatchObject({ cost: 'goes_on' })
  await app.ask('queue.pause', {})
  const waiting = await app.submitOne()
  expect(await app.ask('tasks.stop', { id: waiting.id })).toMatchObject({ cost: 'none' })
  // Pressed twice, or in two windows.
  expect(await app.ask('tasks.stop', { id })).toMatchObject({ cost: 'goes_on' })
  expect(await app.ask('tasks.stop', { id: waiting.id })).toMatchObject({ cost: 'none' })
})

test('follows a task as before where it could not be written that it is stopped', async () => {
  const { app, service } = await openAtService()
  const life: (typeof service.tasks.life)[number][] = ['PROCESSING']
  service.tasks.life = life
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  onTestFinished(() => db.close())
  db.exec(
    `CREATE TRIGGER refusing BEFORE UPDATE ON tasks WHEN new.state = 'stopped' BEGIN SELECT raise(FAIL, 'no'); END`,
  )
  expect(await app.failure('tasks.stop', { id })).not.toBeNull()
  db.exec('DROP TRIGGER refusing')
  life.push('SUCCESS')
  await app.untilTask(id, 'saved')
})

slow('tells how far a running task is, and when that is over', async () => {
  const { app, service } = await openAtReplicate()
  service.plan({ polls: 4 })
  const { id } = await app.submitAndSave(FLUX)
  const told = app.events.flatMap(({ name, data }) => (name === 'task.progress' ? [data] : []))
  expect(told.length).toBeGreaterThan(1)
  expect(told[0]).toMatchObject({ taskId: id, progress: { fraction: 0.5 } })
  expect(told.at(-1)).toEqual({ taskId: id, progress: null })
})
