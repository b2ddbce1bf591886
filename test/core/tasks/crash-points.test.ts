/**
 * One task's life, ended at its every write, sync, rename and send: what is on disk is sound, the service was asked once, and
 * the task ends well.
 *
 * A sample of the points; `npm run bench -- submissions-crash-points` takes every one.
 *
 * @slow Twenty-four calls that write files and twelve of the database's, instead of four of each.
 */
import { expect, test } from 'vitest'
import { crashAt, listCrashPoints } from '#test/stand-ins/crash-points.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { whyNoStrace, type CrashPoint } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const MAIN_SAMPLE = scaled(4, 12)
const POOL_SAMPLE = scaled(4, 24)
const skipped = whyNoStrace()
if (skipped) console.log(skipped)

test.skipIf(skipped !== null)(
  'ends well whichever write, sync, rename or send the process dies at',
  { timeout: 900_000 },
  async () => {
    const dir = await makeTempDir()
    const points = await listCrashPoints(dir)
    // The database, the request, and the file with its sidecar all leave their marks.
    const kinds = new Set(points.map(({ thread, call }) => `${thread} ${call}`))
    expect([...kinds]).toEqual(
      expect.arrayContaining(['main pwrite64', 'main writev', 'pool write', 'pool fsync', 'pool rename']),
    )
    // Behind the sync comes one write alone: the mark that counts the commit.
    expect(callsBeforeRequest(points).slice(-2)).toEqual(['fsync', 'pwrite64'])
    const wrongs: string[] = []
    for (const point of sample(points)) {
      const ending = await crashAt(dir, point)
      wrongs.push(...ending.wrongs.map((what) => `${point.thread} ${point.call} ${point.nth}: ${what}`))
    }
    expect(wrongs).toEqual([])
  },
)

/** What the disk was asked for before the one request left, in order. */
function callsBeforeRequest(points: readonly CrashPoint[]): readonly string[] {
  const calls = points.filter(({ thread }) => thread === 'main').map(({ call }) => call)
  return calls
    .slice(0, calls.indexOf('writev'))
    .filter((call) => ['pwrite64', 'fsync', 'fdatasync'].includes(call))
    .map((call) => call.replace('fdatasync', 'fsync'))
}

/** Points of the main thread and of the pool's, which writes the files, evenly spread. */
function sample(points: readonly CrashPoint[]): readonly CrashPoint[] {
  const of = (wanted: CrashPoint['thread']) => points.filter(({ thread }) => thread === wanted)
  return [...spread(of('main'), MAIN_SAMPLE), ...spread(of('pool'), POOL_SAMPLE)]
}

function spread(points: readonly CrashPoint[], count: number): readonly CrashPoint[] {
  const step = Math.max(1, points.length / count)
  return points.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
