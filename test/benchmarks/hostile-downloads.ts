/**
 * Downloads from a server that does everything wrong that a server can do: every file on disk against what the server held,
 * and what was fetched twice by those that were continued.
 *
 * `npm run bench -- hostile-downloads [--count 5000] [--seed 1]`. The goal is R4: no wrong file, at most 5 % twice. Trials of
 * 500, one after the other, each with a directory of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASSET_FAULTS } from '#test/stand-ins/hostile-plan.ts'
import { runHostileTrial, type HostileFigures } from '#test/stand-ins/hostile-trial.ts'

const A_TRIAL = 500
const AT_ONCE = 24
const MOST_TWICE = 0.05

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
  })
  const count = Number(values.count)
  const begunAt = performance.now()
  const all: HostileFigures[] = []
  for (let done = 0; done < count; done += A_TRIAL) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
    const seed = Number(values.seed) + done / A_TRIAL
    try {
      all.push(
        await runHostileTrial({ dataDir, count: Math.min(A_TRIAL, count - done), seed, atOnce: AT_ONCE }),
      )
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const sum = (figure: (figures: HostileFigures) => number): number =>
    all.reduce((total, figures) => total + figure(figures), 0)
  const twice = sum(({ continued }) => continued.twice) / sum(({ continued }) => continued.bytes)
  const wrongs = all.flatMap(({ wrong, unsaved, wrongs }) => [...wrong, ...unsaved, ...wrongs])
  console.log(`Downloads from a hostile server, with ${ASSET_FAULTS.length} faults`)
  console.table({
    downloads: count,
    'on disk': sum(({ saved }) => saved),
    'wrong files (goal 0)': sum(({ wrong }) => wrong.length),
    'lost without a reason': sum(({ unsaved }) => unsaved.length),
    'other wrongs': sum(({ wrongs }) => wrongs.length),
    'requests received': sum(({ requests }) => requests),
    'closed in the middle and started again': sum(({ restarts }) => restarts),
    'continued where they were': sum(({ continued }) => continued.count),
    [`of these fetched twice (goal ${MOST_TWICE * 100} %)`]: `${(twice * 100).toFixed(2)} %`,
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  console.table(sumByKey(all.map(({ problems }) => problems)))
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0 || twice > MOST_TWICE) process.exitCode = 1
}

/** How often each thing followed from a problem. */
function sumByKey(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [next, count] of all.flatMap((problems) => Object.entries(problems))) {
    sums[next] = (sums[next] ?? 0) + count
  }
  return sums
}
