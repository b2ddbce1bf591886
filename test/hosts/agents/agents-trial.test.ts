/** @slow Agents under faults: 100 seeded runs instead of 8. */
import { expect, onTestFinished } from 'vitest'
import { startService } from '#test/local-service/support/service.ts'
import { FROM_SOURCE } from '#test/stand-ins/agents-host.ts'
import { runAgentsTrial } from '#test/stand-ins/agents-trial.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** Of a machine that has a lot to do. */
const PATIENCE_MS = 600_000

slow(
  'agents under faults pay at most once for each approved quote, never without, and the ledger adds up',
  async () => {
    const limits = { requestsPerMinute: 10_000, requestsPerDay: 10_000, concurrentTasks: 1_000 }
    const service = await startService({ limits })
    onTestFinished(() => service.stop())
    const figures = await runAgentsTrial({
      dataDir: await makeTempDir(),
      service,
      programs: FROM_SOURCE,
      runs: scaled(8, 100),
      atOnce: 8,
      kills: scaled(1, 6),
      random: seededRandom(20_261_123),
    })
    expect(figures.wrongs).toEqual([])
  },
  PATIENCE_MS,
)
