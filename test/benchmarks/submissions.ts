/**
 * Submissions under faults and kills: the service's ledger against the database; then what the best known clients send.
 *
 * `npm run bench -- submissions [--count 10000] [--seed 1]`. Trials of 500, each with a directory of its own, run two at a
 * time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FaultFigures } from '#test/stand-ins/fault-ledger.ts'
import { runTrial, type TrialFigures } from '#test/stand-ins/submissions-trial.ts'
import { run as compareClients } from './submissions-clients.ts'

const A_TRIAL = 500
const KILLS_A_TRIAL = 8
const AT_ONCE = 2
const SPEED = 20
const PATIENCE_MS = 180_000

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  })
  const dir = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  try {
    if (!(await runTrials(dir, Number(values.count), Number(values.seed)))) process.exitCode = 1
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
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
  const sum = (figure: (figures: TrialFigures) => number) =>
    all.reduce((total, figures) => total + figure(figures), 0)
  const wrongs = all.flatMap((figures) => figures.wrongs)
  console.log(`Submissions under faults and kills, ${SPEED} times as fast as life`)
  console.table({
    submissions: count,
    kills: sum(({ kills }) => kills),
    'found under way by a restart': sum(({ interrupted }) => interrupted),
    'requests received': sum(({ posts }) => posts),
    duplicates: sum(({ duplicates }) => duplicates),
    'silent losses': sum(({ losses }) => losses),
    'other wrongs': wrongs.length,
    'unknown, then found and saved': sum(({ linked }) => linked),
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  console.table(Object.fromEntries(sumByKey(all.flatMap(({ states }) => Object.entries(states)))))
  console.table(perFault(all))
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  return wrongs.length + sum(({ duplicates, losses }) => duplicates + losses) === 0
}

function sumByKey(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0) + value)
  return sums
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
