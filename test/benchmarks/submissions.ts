/**
 * Submissions under faults and kills: the service's ledger against the database; then what the best known clients send.
 *
 * `npm run bench -- submissions [--count 10000] [--seed 1]`. Trials of 500, each with a directory of its own, run two at a
 * time.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaultFigures } from '#test/stand-ins/faults.ts'
import { runTrial, type TrialFigures } from '#test/stand-ins/submissions-trial.ts'
import { inFolder, readNumbers, sum, sumByKey } from './frame.ts'
import { run as compareClients } from './submissions-services.ts'

const A_TRIAL = 500
const KILLS_A_TRIAL = 8
const AT_ONCE = 2
const SPEED = 20
const PATIENCE_MS = 180_000

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed } = readNumbers(args, { count: 10_000, seed: 1 })
  if (!(await inFolder((dir) => runTrials(dir, count, seed)))) process.exitCode = 1
  await compareClients()
}

/** Whether all went well: no duplicate, no loss, nothing that is not as it must be. */
async function runTrials(dir: string, count: number, seed: number): Promise<boolean> {
  const begunAt = performance.now()
  const sizes = Array.from({ length: Math.ceil(count / A_TRIAL) }, (_, number) =>
    Math.min(A_TRIAL, count - number * A_TRIAL),
  )
  const waiting = sizes.entries()
  const all: TrialFigures[] = []
  const work = async () => {
    for (const [number, size] of waiting) {
      const dataDir = join(dir, `trial-${number}`)
      const options = { dataDir, count: size, kills: KILLS_A_TRIAL, seed: seed + number }
      all.push(await runTrial({ ...options, speed: SPEED, patienceMs: PATIENCE_MS }))
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const total = (figure: (figures: TrialFigures) => number): number => sum(all.map(figure))
  const wrongs = all.flatMap((figures) => figures.wrongs)
  console.log(`Submissions under faults and kills, ${SPEED} times as fast as life`)
  console.table({
    submissions: count,
    kills: total(({ kills }) => kills),
    'found under way by a restart': total(({ interrupted }) => interrupted),
    'requests received': total(({ posts }) => posts),
    duplicates: total(({ duplicates }) => duplicates),
    'silent losses': total(({ losses }) => losses),
    'other wrongs': wrongs.length,
    'unknown, then found and saved': total(({ linked }) => linked),
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  console.table(sumByKey(all.map(({ states }) => states)))
  console.table(perFault(all))
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  return wrongs.length + total(({ duplicates, losses }) => duplicates + losses) === 0
}

function perFault(all: readonly TrialFigures[]): Record<string, object> {
  const faults = new Map<string, FaultFigures>()
  for (const [fault, figures] of all.flatMap(({ byFault }) => [...byFault])) {
    const known = faults.get(fault) ?? { submissions: 0, posts: 0, charged: 0 }
    faults.set(fault, {
      submissions: known.submissions + figures.submissions,
      posts: known.posts + figures.posts,
      charged: known.charged + figures.charged,
    })
  }
  return Object.fromEntries(
    [...faults].map(([fault, { submissions, posts, charged }]) => [
      fault,
      { submissions, requests: posts, 'that may be charged, each': (charged / submissions).toFixed(2) },
    ]),
  )
}
