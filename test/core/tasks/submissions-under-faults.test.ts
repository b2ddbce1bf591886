/**
 * Submissions under every fault and under kills: the service's ledger against the database.
 *
 * @slow 500 submissions and eight kills instead of 60 and two.
 */
import { expect, test } from 'vitest'
import { scaled } from '#test/stand-ins/scale.ts'
import { runTrial } from '#test/stand-ins/submissions-trial.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test(
  'pays for no submission twice and loses none, under faults and kills',
  {
    timeout: 300_000,
  },
  async () => {
    const figures = await runTrial({
      dataDir: await makeTempDir(),
      count: scaled(60, 500),
      kills: scaled(2, 8),
      seed: 20_250_703,
      speed: 20,
      patienceMs: 90_000,
    })
    const { duplicates, losses, wrongs, states } = figures
    expect({ duplicates, losses, wrongs }).toEqual({ duplicates: 0, losses: 0, wrongs: [] })
    // The faults were there: a run in which everything went well would prove nothing.
    expect(states).toMatchObject({
      saved: expect.any(Number),
      rejected: expect.any(Number),
      unknown: expect.any(Number),
    })
    expect(figures.interrupted).toBeGreaterThan(0)
    expect(figures.linked).toBeGreaterThan(0)
  },
)
