import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WorkerPool } from '#local-service/workers/worker-pool.ts'
import { slow } from '#test/stand-ins/scale.ts'

const script = new URL('./obedient-worker.ts', import.meta.url)
const never = new AbortController().signal
const terms = { owner: 'ada', signal: never }

describe('a worker pool', () => {
  let pool: WorkerPool<string, string>
  beforeEach(() => {
    pool = new WorkerPool<string, string>(script, 1, { silenceMs: 60_000, memoryMegabytes: 200 })
  })
  afterEach(() => pool.close())

  it('answers jobs in the order they came', async () => {
    const started: string[] = []
    const jobs = ['a', 'b', 'c'].map((job) => pool.run(job, { ...terms, onStart: () => started.push(job) }))
    expect(await Promise.all(jobs)).toEqual(['A', 'B', 'C'])
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('takes turns between users, however many jobs one of them has sent', async () => {
    const started: string[] = []
    const send = (owner: string, job: string): Promise<string> =>
      pool.run(job, { owner, signal: never, onStart: () => started.push(job) })
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4', 'a5'].map((job) => send('ada', job)),
      ...['b1', 'b2'].map((job) => send('grace', job)),
    ])
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5'])
  })

  it('says how many jobs wait and how many are worked on', async () => {
    const jobs = ['a', 'b', 'c'].map((job) => pool.run(job, terms))
    expect(pool.load()).toEqual({ waiting: 2, working: 1 })
    await Promise.all(jobs)
    expect(pool.load()).toEqual({ waiting: 0, working: 0 })
  })

  it('hands on what a job reports of itself', async () => {
    const shares: number[] = []
    await pool.run('report', { ...terms, onShare: (share) => shares.push(share) })
    expect(shares).toEqual([0, 0.25, 0.5])
  })

  it.each([
    ['crash', 'The worker fell over.'],
    ['exit', 'Its thread ended early.'],
    ['fail', 'No.'],
  ])('fails only the job that made its worker %s', async (job, message) => {
    const [bad, good] = await Promise.allSettled([pool.run(job, terms), pool.run('good', terms)])
    expect(bad).toMatchObject({ status: 'rejected', reason: { message } })
    expect(good).toEqual({ status: 'fulfilled', value: 'GOOD' })
  })

  slow(
    'fails a job that takes too much memory, on its heap or beside it, and goes on with the next',
    async () => {
      for (const greed of ['fill heap', 'fill buffers']) {
        const failed = pool.run(greed, terms)
        await expect(failed).rejects.toMatchObject({ name: 'ThreadLost', message: /more than 200 MB/u })
      }
      expect(await pool.run('next', terms)).toBe('NEXT')
    },
  )

  slow('fails a job that reports nothing for too long, but not one that reports', async () => {
    const quick = new WorkerPool<string, string>(script, 1, { silenceMs: 1_000, memoryMegabytes: 200 })
    onTestFinished(() => quick.close())
    await expect(quick.run('report, then spin', terms)).rejects.toThrow('It took longer than 1 s.')
    expect(await quick.run('report for 2 s', terms)).toBe('REPORT FOR 2 S')
  })

  it('gives up a job whose signal fires, and goes on with the next', async () => {
    const stop = new AbortController()
    const hanging = pool.run('hang', { owner: 'ada', signal: stop.signal, onStart: () => stop.abort() })
    await expect(hanging).rejects.toThrow('cancelled')
    expect(await pool.run('next', terms)).toBe('NEXT')
  })

  it('rejects what waits when it is closed', async () => {
    const hanging = pool.run('hang', terms)
    const waiting = pool.run('late', terms)
    const both = Promise.allSettled([hanging, waiting])
    await pool.close()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
