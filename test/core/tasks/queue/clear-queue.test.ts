/** Clearing the queue: what waits is never sent, what has ended leaves the list, and what needs the user stays. */
import { expect, test } from 'vitest'
import { clearWaiting } from '#core/tasks/queue/clear-queue.ts'
import { errorObject, accept, heldBack, respond } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

const requests = (count: number) => Array.from({ length: count }, () => REQUEST)
const states = async (app: TestApp) =>
  (await app.ask('tasks.list', { limit: 500 })).items.map(({ state }) => state)

test('takes all that waits away, and sends nothing of it, also after a restart', async () => {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  await app.ask('tasks.submit', { requests: requests(300) })
  expect(await app.ask('queue.clear', { what: 'waiting' })).toEqual({ removed: 300 })
  expect([await states(app), (await app.ask('queue.state', {})).counts.queued]).toEqual([[], 0])
  await app.ask('queue.resume', {})
  const later = await app.submitOne({ prompt: 'later' })
  await app.untilTask(later.id, 'saved')
  const again = await app.reopen()
  expect(await states(again)).toEqual(['saved'])
  expect(service.generates().map(({ body }) => (body as { prompt: string }).prompt)).toEqual(['later'])
})

test('leaves what is on its way or at the service', async () => {
  const { service, app } = await openAtService()
  const gate = Promise.withResolvers<void>()
  service.script('generate', heldBack(gate.promise, accept))
  const first = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  await app.ask('queue.pause', {})
  await app.ask('tasks.submit', { requests: requests(3) })
  expect(await app.ask('queue.clear', { what: 'waiting' })).toEqual({ removed: 3 })
  gate.resolve()
  await app.untilTask(first.id, 'saved')
  expect(await states(app)).toEqual(['saved'])
})

test('takes what has ended off the list, and leaves files, what needs the user and what is open', async () => {
  const { service, app } = await openAtService()
  const saved = await app.submitOne()
  const { assetIds } = await app.untilTask(saved.id, 'saved')
  service.script('generate', respond(400, errorObject(400, 'no')))
  await app.untilTask((await app.submitOne()).id, 'rejected')
  service.script('generate', respond(502, ''))
  await app.untilTask((await app.submitOne()).id, 'unknown')
  await app.ask('queue.pause', {})
  const stopped = await app.submitOne()
  await app.ask('tasks.stop', { id: stopped.id })
  await app.submitOne()
  expect(await app.ask('queue.clear', { what: 'ended' })).toEqual({ removed: 3 })
  expect((await states(app)).toSorted()).toEqual(['queued', 'unknown'])
  expect(app.events.filter(({ name }) => name === 'task.removed')).toHaveLength(3)
  expect(await app.ask('library.get', { id: assetIds[0] ?? '' })).toMatchObject({ id: assetIds[0] })
})

/** Three tasks that wait, and what is done to them in its order. The disk fails at the removal of `broken`. */
function openThree({ onItsWay, broken }: { readonly onItsWay?: string; readonly broken?: string }) {
  const records = ['a', 'b', 'c'].map((id, index) => ({
    id,
    seq: index + 1,
    profileId: 'p',
    state: 'queued',
  }))
  const there = new Set(records.map(({ id }) => id))
  const steps: string[] = []
  const clear = () =>
    clearWaiting({
      db: {
        all: () => records.map(({ id, seq, profileId }) => ({ id, seq, profile_id: profileId })),
      } as never,
      store: {
        find: (id: string) => (there.has(id) ? records.find((record) => record.id === id) : null) as never,
        remove: (id) => {
          if (id === broken) throw new Error('The disk is full.')
          steps.push(`remove ${id}`)
          there.delete(id)
        },
      },
      engine: {
        drop: ({ id }) => {
          steps.push(`drop ${id}`)
          return id !== onItsWay
        },
        enqueue: (tasks) => void steps.push(...tasks.map(({ id }) => `enqueue ${id}`)),
      },
    })
  return { clear, steps }
}

test('takes all out of the engine before the first row goes, and leaves one that is on its way', async () => {
  const { clear, steps } = openThree({ onItsWay: 'b' })
  expect(await clear()).toBe(2)
  expect(steps).toEqual(['drop a', 'drop b', 'drop c', 'remove a', 'remove c'])
})

test('gives back to the engine what could not be removed', async () => {
  const { clear, steps } = openThree({ broken: 'b' })
  await expect(clear()).rejects.toThrow('The disk is full.')
  expect(steps.slice(3)).toEqual(['remove a', 'enqueue b', 'enqueue c'])
})
