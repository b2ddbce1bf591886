/**
 * Agents under faults, in number: `npm run bench -- agents [RUNS] [SEED]`.
 *
 * Prints what came of it, and fails where the service was asked more than once for an approved quote, or at all without approval, or
 * where the ledger is not what the service counted.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '#contract/rules/seeded-random.ts'
import { startLocalService } from '#local-service/server.ts'
import { BUILT } from '#test/stand-ins/agents-host.ts'
import { runAgentsTrial } from '#test/stand-ins/agents-trial.ts'

const RUNS = 1_000
const SEED = 20_261_123
/** Every so many runs a host or a stdio program is killed. */
const RUNS_PER_KILL = 10

export async function run([runs = String(RUNS), seed = String(SEED)]: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-agents-'))
  const begunAt = performance.now()
  const service = await startLocalService({
    dataDir: join(folder, 'service'),
    paceMs: 0,
    workers: 1,
    limits: { requestsPerMinute: 100_000, requestsPerDay: 100_000, concurrentTasks: 10_000 },
  })
  try {
    const figures = await runAgentsTrial({
      dataDir: join(folder, 'data'),
      service,
      programs: BUILT,
      runs: Number(runs),
      atOnce: 8,
      kills: Math.ceil(Number(runs) / RUNS_PER_KILL),
      random: seededRandom(Number(seed)),
    })
    const seconds = Math.round((performance.now() - begunAt) / 1_000)
    process.stdout.write(
      `${JSON.stringify({ runs: Number(runs), seed: Number(seed), seconds, ...figures }, null, 2)}\n`,
    )
    if (figures.wrongs.length > 0) process.exitCode = 1
  } finally {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}
