/** Long work: announced without flooding, cancelled and waited for, listed while it matters. */
import { say } from '#test/stand-ins/say.ts'
import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { message, written } from '#contract/messages/message.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createJobs, type JobProgress } from '#core/jobs/jobs.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

function open() {
  const logLines: string[] = []
  const log = (line: string) => void logLines.push(line)
  const events = createEventBus(log)
  const clock = createManualClock()
  const announced: Job[] = []
  events.subscribe((event) => {
    if (event.name === 'job.changed') announced.push(event.data.job)
  })
  return { jobs: createJobs(events, clock, say, log), clock, announced, logLines }
}

/** Work that goes on as it is told. */
function held() {
  const end = Promise.withResolvers<void>()
  const started = Promise.withResolvers<{ report: (progress: JobProgress) => void; signal: AbortSignal }>()
  return {
    started: started.promise,
    finish: end.resolve,
    work: async (report: (progress: JobProgress) => void, signal: AbortSignal) => {
      signal.addEventListener('abort', () => end.reject(signal.reason as Error))
      started.resolve({ report, signal })
      await end.promise
      return succeed({ message: written('All there.'), path: '/somewhere', data: 42 })
    },
  }
}

test('tells how far it is, and how it ended', async () => {
  const { jobs, clock, announced } = open()
  const { work, started, finish } = held()
  const { job, ended } = jobs.start('backup', written('Copies.'), work)
  expect(job).toMatchObject({
    kind: 'backup',
    state: 'running',
    done: 0,
    total: null,
    message: { text: 'Copies.' },
  })
  const { report } = await started
  clock.advance(100)
  report({ done: 1, total: 3 })
  finish()
  expect(await ended).toEqual(succeed(42))
  expect(announced.map(({ state, done, message }) => [state, done, message.text])).toEqual([
    ['running', 0, 'Copies.'],
    ['running', 1, 'Copies.'],
    ['done', 1, 'All there.'],
  ])
  expect(jobs.list()).toMatchObject([{ id: job.id, state: 'done', path: '/somewhere' }])
})

test('announces at most ten times a second, and the last word all the same', async () => {
  const { jobs, clock, announced } = open()
  const { work, started } = held()
  jobs.start('verify', written('Reads.'), work)
  const { report } = await started
  for (let done = 1; done <= 1_000; done++) {
    report({ done })
    clock.advance(1)
  }
  expect(announced.length).toBeLessThanOrEqual(11)
  clock.advance(100)
  expect(announced.at(-1)?.done).toBe(1_000)
  const before = announced.length
  clock.advance(10_000)
  expect(announced).toHaveLength(before)
  await jobs.close()
})

test('cancels, and answers once the work has stopped', async () => {
  const { jobs, announced } = open()
  const { work, started } = held()
  const { job, ended } = jobs.start('export', written('Writes.'), work)
  const { report } = await started
  report({ done: 5, total: 9 })
  const cancelled = await jobs.cancel(job.id)
  expect(cancelled).toMatchObject({ ok: true, data: { state: 'cancelled' } })
  expect(await ended).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(announced.at(-1)).toMatchObject({ state: 'cancelled', done: 5, total: 9 })
  expect(announced.at(-1)?.message).toMatchObject(message('app.cancelledOf', { done: 5, total: 9 }))
  report({ done: 6 })
  expect(jobs.list()).toMatchObject([{ done: 5 }])
  expect(await jobs.cancel(job.id)).toMatchObject({ data: { state: 'cancelled' } })
  expect(await jobs.cancel('nobody')).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('says why work failed: in its own words, in those of the disk, and never a mistake in full', async () => {
  const { jobs, logLines } = open()
  const refused = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const outcomes = [
    await jobs.start('import', written(''), async () => fail('not_found', 'exchange.noFolder')).ended,
    await jobs.start('import', written(''), () => Promise.reject(refused)).ended,
    await jobs.start('import', written(''), () => Promise.reject(new Error('x is not a function'))).ended,
  ]
  expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.error.code))).toEqual([
    'not_found',
    'disk_full',
    'internal',
  ])
  expect(jobs.list().map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  expect(jobs.list().map(({ message: { id } }) => id)).toEqual([
    'shared.unforeseen',
    'store.diskFull',
    'exchange.noFolder',
  ])
  expect(JSON.stringify(jobs.list())).not.toContain('not a function')
  expect(logLines.join()).toContain('not a function')
})

test('lists those that run and the last twenty that ended, newest first', async () => {
  const { jobs } = open()
  const { work } = held()
  const running = jobs.start('rebuild', written(''), work).job.id
  const ids: string[] = []
  for (let number = 0; number < 25; number++) {
    const { job, ended } = jobs.start('export', written(`${number}`), async () =>
      succeed({ message: written(''), data: null }),
    )
    await ended
    ids.push(job.id)
  }
  const listed = jobs.list().map(({ id }) => id)
  expect(listed).toEqual([...ids.slice(-20).toReversed(), running])
  await jobs.close()
})

test('closing cancels everything and waits for it', async () => {
  const { jobs } = open()
  const stopped: string[] = []
  jobs.start('verify', written(''), async (_report, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise((resolve) => setImmediate(resolve))
    stopped.push('verify')
    return fail('conflict', written('stopped'))
  })
  await jobs.close()
  expect(stopped).toEqual(['verify'])
  const late = jobs.start('backup', written(''), async () => succeed({ message: written(''), data: null }))
  expect(await late.ended).toMatchObject({ ok: false })
})
