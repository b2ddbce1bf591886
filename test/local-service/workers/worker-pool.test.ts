import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkerPool, type WorkerPool } from '#local-service/workers/worker-pool.ts'

const script = new URL('../support/workers/obedient-worker.ts', import.meta.url)
const never = new AbortController().signal
const ignore = (): void => {}

describe('a worker pool', () => {
  let pool: WorkerPool<string, string>
  beforeEach(() => {
    pool = createWorkerPool<string, string>(script, 1)
  })
  afterEach(() => pool.close())

  it('answers jobs in the order they came', async () => {
    const started: string[] = []
    const jobs = ['a', 'b', 'c'].map((job) => pool.run(job, never, () => started.push(job)))
    expect(await Promise.all(jobs)).toEqual(['A', 'B', 'C'])
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['crash', 'The worker fell over.'],
    ['exit', 'The drawing thread ended early.'],
    ['fail', 'No.'],
  ])('fails only the job that made its worker %s', async (job, message) => {
    const [bad, good] = await Promise.allSettled([
      pool.run(job, never, ignore),
      pool.run('good', never, ignore),
    ])
    expect(bad).toMatchObject({ status: 'rejected', reason: { message } })
    expect(good).toEqual({ status: 'fulfilled', value: 'GOOD' })
  })

  it('gives up a job whose signal fires, and goes on with the next', async () => {
    const stop = new AbortController()
    const hanging = pool.run('hang', stop.signal, () => stop.abort())
    await expect(hanging).rejects.toThrow('cancelled')
    expect(await pool.run('next', never, ignore)).toBe('NEXT')
  })

  it('rejects what waits when it is closed', async () => {
    const hanging = pool.run('hang', never, ignore)
    const waiting = pool.run('late', never, ignore)
    const both = Promise.allSettled([hanging, waiting])
    await pool.close()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
