/**
 * Databases damaged in every way that database-damage.ts knows: what came back, and what did not; and how fast a library is
 * built again from its files.
 *
 * `npm run bench -- damaged-databases [--count 1000] [--seed 0] [--assets 20000]`. The goals are R6: nothing deleted, every
 * asset and every open task back, at most 60 s per 100,000; and P6: at least 500 files a second, the event loop never held for 50 ms. A loss is a
 * failure; a goal of speed is told as met or missed, with the load of the machine, which decides it as much.
 */
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Result } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { openApp } from '#core/open-app.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { runDamageTrial } from '#test/stand-ins/damage-trial.ts'
import { fillMedia } from '#test/stand-ins/tiny-media.ts'
import { makeSampleDataDir } from '#test/stand-ins/sample-data-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { inFolder, readNumbers } from './frame.ts'
import { createCorpus } from './library-corpus.ts'

const GOAL_SECONDS_PER_100_000 = 60
const RESOLUTION_MS = 10
const MAX_REBUILD_MS = 30 * 60_000
const TOLD_EVERY = 100

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed, assets } = readNumbers(args, { count: 1_000, seed: 0, assets: 20_000 })
  await inFolder(async (root) => {
    const areSound = await runTrials(root, count, seed)
    const isRebuilt = await measureRebuild(join(root, 'library'), assets)
    if (!areSound || !isRebuilt) process.exitCode = 1
  })
}

interface Tally {
  trials: number
  'set aside': number
  'second start': number
  wrong: number
  'open tasks': number
  kept: number
}

async function runTrials(root: string, count: number, firstSeed: number): Promise<boolean> {
  const sample = await makeSampleDataDir(root)
  const tallies = new Map<string, Tally>()
  let wrongs = 0
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const trial = await runDamageTrial(sample, root, seed)
    const kind = trial.damage.replace(/ \(.*/su, '')
    for (const tally of [tallyOf(tallies, kind), tallyOf(tallies, 'all')]) {
      tally.trials++
      if (trial.aside.length > 0) tally['set aside']++
      if (trial.starts > 1) tally['second start']++
      if (trial.wrongs.length > 0) tally.wrong++
      tally['open tasks'] += trial.open.before
      tally.kept += trial.open.kept
    }
    for (const wrong of trial.wrongs) console.log(`seed ${seed}, ${trial.damage}: ${wrong}`)
    wrongs += trial.wrongs.length
    if ((seed + 1 - firstSeed) % TOLD_EVERY === 0) console.log(`${seed + 1 - firstSeed} of ${count}`)
  }
  const all = tallyOf(tallies, 'all')
  tallies.delete('all')
  console.table(Object.fromEntries([...tallies, ['all', all]]))
  return wrongs === 0
}

function tallyOf(tallies: Map<string, Tally>, kind: string): Tally {
  const known = tallies.get(kind)
  if (known) return known
  const tally: Tally = {
    trials: 0,
    'set aside': 0,
    'second start': 0,
    wrong: 0,
    'open tasks': 0,
    kept: 0,
  }
  tallies.set(kind, tally)
  return tally
}

/** Whether everything was built again. */
async function measureRebuild(dataDir: string, assets: number): Promise<boolean> {
  if (assets === 0) return true
  await fillMedia(dataDir, { count: assets, prompt: createCorpus().prompt })
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const begunAt = performance.now()
  const opened = await openApp(coreOptions(dataDir, { log: (line) => console.log(line) }))
  if (!opened.ok) throw new Error(opened.error.id)
  const readyMs = performance.now() - begunAt
  loop.enable()
  const job = await until(
    async () => {
      const listed = (await opened.data.call('jobs.list', {})) as Result<{ readonly items: readonly Job[] }>
      return listed.ok && listed.data.items.find(({ state }) => state !== 'running')
    },
    { patienceMs: MAX_REBUILD_MS },
  )
  const seconds = (performance.now() - begunAt) / 1_000
  loop.disable()
  const memory = process.memoryUsage().rss
  await opened.data.close()
  const per100_000 = (seconds / assets) * 100_000
  const delay = (percent: number) =>
    `${Math.max(0, loop.percentile(percent) / 1e6 - RESOLUTION_MS).toFixed(1)} ms`
  console.table({
    'what came of it': job.message.text,
    'ready while it runs': `${readyMs.toFixed(0)} ms`,
    'files a second (goal 500)': (assets / seconds).toFixed(0),
    [`seconds per 100,000 (goal ${GOAL_SECONDS_PER_100_000})`]: `${per100_000.toFixed(1)}: ${
      per100_000 <= GOAL_SECONDS_PER_100_000 ? 'met' : 'missed'
    }`,
    'load of the machine': `${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores`,
    'event loop delay, p99': delay(99),
    'event loop delay, worst': delay(100),
    'memory of the process': `${(memory / 1_048_576).toFixed(0)} MB`,
  })
  return job.state === 'done'
}
