import { expect, test } from 'vitest'
import { watchQueue, type QueueSummary } from '#hosts/desktop/shell/queue-watch.ts'
import { createFakeApp } from '../../fake-app.ts'
import { queueChanged, queueState } from './queue-states.ts'

async function watch(first = queueState()) {
  const app = createFakeApp()
  app.answer = { ok: true, data: first }
  const queue = watchQueue(app)
  await Promise.resolve()
  const summaries: QueueSummary[] = []
  queue.subscribe((summary) => summaries.push(summary))
  return { app, queue, summaries, progress: () => queue.current().progress }
}

test('tells what the shell shows, at once and after each change', async () => {
  const { app, queue, summaries } = await watch(queueState({ queued: 2, saved: 5 }))
  app.emit(
    queueChanged({ queued: 1, sending: 1, running: 2, saving: 1, unknown: 1, unsaved: 2, saved: 5 }, true),
  )
  expect(summaries).toEqual([
    { paused: false, running: 0, downloading: 0, waiting: 2, needsYou: 0, progress: 0 },
    { paused: true, running: 3, downloading: 1, waiting: 1, needsYou: 3, progress: 3 / 8 },
  ])
  queue.close()
  app.emit(queueChanged({}))
  expect([summaries.length, app.listeners.size]).toEqual([2, 0])
})

test('measures progress from when the queue was last empty', async () => {
  const { app, progress } = await watch(queueState({ saved: 100 }))
  const seen = [progress()]
  for (const counts of [
    { queued: 4, saved: 100 },
    { running: 3, saved: 101 },
    { running: 1, failed: 1, saved: 102 },
    { saved: 103, failed: 1 },
    { running: 1, saved: 103, failed: 1 },
  ]) {
    app.emit(queueChanged(counts))
    seen.push(progress())
  }
  expect(seen).toEqual([null, 0, 1 / 4, 3 / 4, null, 0])
})

test('does not go below nothing when ended tasks are taken off the list', async () => {
  const { app, progress } = await watch(queueState({ saved: 100 }))
  app.emit(queueChanged({ running: 2, saved: 100 }))
  app.emit(queueChanged({ running: 2 }))
  expect(progress()).toBe(0)
})

test('keeps what it heard over an older response', async () => {
  const app = createFakeApp()
  const response = Promise.withResolvers<object>()
  app.call = async () => ({ ok: true, data: await response.promise })
  const queue = watchQueue(app)
  app.emit(queueChanged({ running: 1 }))
  response.resolve(queueState({ running: 9 }))
  await response.promise
  await Promise.resolve()
  expect(queue.current().running).toBe(1)
})
