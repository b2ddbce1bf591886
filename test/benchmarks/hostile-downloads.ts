/**
 * Downloads from a server that does everything wrong that a server can do: every file on disk against what the server held,
 * and what was fetched twice by those that were continued.
 *
 * `npm run bench -- hostile-downloads [--count 5000] [--seed 1]`. The goal is R4: no wrong file, at most 5 % twice. Trials of
 * 500, one after the other, each with a directory of its own.
 */
import { ASSET_FAULTS } from '#test/stand-ins/hostile-responses.ts'
import { inFolder, readNumbers, sum, sumByKey } from './frame.ts'
import { runHostileTrial, type HostileFigures } from '#test/stand-ins/hostile-trial.ts'

const A_TRIAL = 500
const AT_ONCE = 24
const MAX_TWICE = 0.05

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed } = readNumbers(args, { count: 5_000, seed: 1 })
  const begunAt = performance.now()
  const all: HostileFigures[] = []
  for (let done = 0; done < count; done += A_TRIAL) {
    const trial = { count: Math.min(A_TRIAL, count - done), seed: seed + done / A_TRIAL, atOnce: AT_ONCE }
    all.push(await inFolder((dataDir) => runHostileTrial({ dataDir, ...trial })))
  }
  const total = (figure: (figures: HostileFigures) => number): number => sum(all.map(figure))
  const twice = total(({ continued }) => continued.twice) / total(({ continued }) => continued.bytes)
  const wrongs = all.flatMap(({ wrong, unsaved, wrongs }) => [...wrong, ...unsaved, ...wrongs])
  console.log(`Downloads from a hostile server, with ${ASSET_FAULTS.length} faults`)
  console.table({
    downloads: count,
    'on disk': total(({ saved }) => saved),
    'wrong files (goal 0)': total(({ wrong }) => wrong.length),
    'lost without a reason': total(({ unsaved }) => unsaved.length),
    'other wrongs': total(({ wrongs }) => wrongs.length),
    'requests received': total(({ requests }) => requests),
    'closed in the middle and started again': total(({ restarts }) => restarts),
    'continued where they were': total(({ continued }) => continued.count),
    [`of these fetched twice (goal ${MAX_TWICE * 100} %)`]: `${(twice * 100).toFixed(2)} %`,
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  console.table(sumByKey(all.map(({ problems }) => problems)))
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0 || twice > MAX_TWICE) process.exitCode = 1
}
