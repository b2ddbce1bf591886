/**
 * A process that dies: at every write, sync, rename and send of one task's life (where there is strace), and at random moments.
 *
 * `npm run bench -- submissions-kills [--count 1000] [--seed 1] [--points 1]`. `--points 0` leaves the 700 points of one life out,
 * `--count 0` the random kills: each takes some seconds.
 */
import { crashAt, killAtRandom, listCrashPoints } from '#test/stand-ins/crash-points.ts'
import { whyNoStrace } from '#test/stand-ins/strace.ts'
import { inFolder, readNumbers } from './frame.ts'

/** A directory takes this many kills: what is checked after each grows with it. */
const KILLS_A_DIRECTORY = 50
const TOLD_EVERY = 50

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed, points } = readNumbers(args, { count: 1_000, seed: 1, points: 1 })
  const skipped = points === 0 ? 'Without the crash points.' : whyNoStrace()
  if (skipped) console.log(skipped)
  else await inFolder(dieEverywhere)
  const begunAt = performance.now()
  const wrongs: string[] = []
  let decided = 0
  for (let done = 0; done < count; done += KILLS_A_DIRECTORY) {
    const trial = { kills: Math.min(KILLS_A_DIRECTORY, count - done), seed: seed + done }
    const ending = await inFolder((dataDir) => killAtRandom({ dataDir, ...trial }))
    decided += ending.decided
    wrongs.push(...ending.wrongs)
    tell(done + trial.kills, count, wrongs.length)
  }
  report({ 'random kills': count }, decided, wrongs, begunAt)
}

async function dieEverywhere(dir: string): Promise<void> {
  const begunAt = performance.now()
  const points = await listCrashPoints(dir)
  const wrongs: string[] = []
  let decided = 0
  for (const [index, point] of points.entries()) {
    const ending = await crashAt(dir, point)
    decided += ending.decided
    wrongs.push(...ending.wrongs.map((what) => `${point.thread} ${point.call} ${point.nth}: ${what}`))
    if ((index + 1) % TOLD_EVERY === 0) tell(index + 1, points.length, wrongs.length)
  }
  const kinds = Map.groupBy(points, ({ thread, call }) => `  ${thread} ${call}`)
  const counts = Array.from(kinds, ([kind, { length }]) => [kind, length] as const)
  report({ 'crash points': points.length, ...Object.fromEntries(counts) }, decided, wrongs, begunAt)
}

function tell(done: number, count: number, wrongs: number): void {
  console.log(`${done} of ${count}, ${wrongs} wrong`)
}

function report(
  counts: Readonly<Record<string, number>>,
  decided: number,
  wrongs: readonly string[],
  begunAt: number,
): void {
  console.table({
    ...counts,
    'tasks left to be decided': decided,
    'went wrong': wrongs.length,
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0) process.exitCode = 1
}
