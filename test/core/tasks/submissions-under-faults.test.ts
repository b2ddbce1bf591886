/** Five hundred submissions under every fault and under kills: the service's ledger against the database. */
import { expect, test } from 'vitest'
import { runTrial } from '#test/stand-ins/submissions-trial.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test(
  'pays for none of 500 submissions twice and loses none, under faults and kills',
  {
    timeout: 300_000,
  },
  async () => {
    const figures = await runTrial({
      dataDir: await makeTempDir(),
      count: 500,
      kills: 8,
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
