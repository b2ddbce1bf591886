/**
 * One task's life, ended at its writes, syncs, renames and sends, and with a disk that refuses some of them: what is on disk is valid,
 * the service was asked once, and the task ends well.
 *
 * A sample of the points; `npm run bench -- submissions-crash-points` takes every one.
 *
 * @slow Twenty-four calls that write files and twelve of the database's, instead of two of each; seven refusals instead of three.
 */
import { expect, test } from 'vitest'
import { crashAt, listCrashPoints } from '#test/stand-ins/crash-points.ts'
import { failAt, listDiskPoints } from '#test/stand-ins/disk-faults.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { whyNoStrace, type CrashPoint } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const ERRORS = ['ENOSPC', 'EIO', 'EROFS'] as const
/** The last calls publish the file and describe it; before them it is written, synced and noted, again and again. */
const LAST = 10
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
    const of = (wanted: CrashPoint['thread']) => points.filter(({ thread }) => thread === wanted)
    const wrongs: string[] = []
    for (const point of [...spread(of('main'), scaled(2, 12)), ...spread(of('pool'), scaled(2, 24))]) {
      const ending = await crashAt(dir, point)
      wrongs.push(...ending.wrongs.map((what) => `${point.thread} ${point.call} ${point.nth}: ${what}`))
    }
    expect(wrongs).toEqual([])
  },
)

test.skipIf(skipped !== null)(
  'lives on, says so, and saves whichever write, sync or rename the disk refuses for a while',
  { timeout: 900_000 },
  async () => {
    const dir = await makeTempDir()
    const points = await listDiskPoints(dir)
    const kinds = new Set(points.map(({ call }) => call))
    expect([...kinds]).toEqual(expect.arrayContaining(['pwritev', 'write', 'fsync', 'fdatasync', 'rename']))
    const chosen = [
      ...spread(points.slice(0, -LAST), scaled(1, 3)),
      ...spread(points.slice(-LAST), scaled(2, 4)),
    ]
    const wrongs: string[] = []
    let refused = 0
    for (const [index, point] of chosen.entries()) {
      const error = ERRORS[index % ERRORS.length] ?? 'EIO'
      const ending = await failAt(dir, { ...point, error })
      const name = `${point.call} ${point.nth} ${error}`
      wrongs.push(...ending.wrongs.map((what) => `${name}: ${what}`))
      if (ending.refusals === 0) continue
      refused++
      if (!ending.wasTold) wrongs.push(`${name}: nobody was told`)
    }
    expect(wrongs).toEqual([])
    expect(refused).toBeGreaterThan(chosen.length / 2)
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

function spread(points: readonly CrashPoint[], count: number): readonly CrashPoint[] {
  return points.filter((_, index) => index % Math.ceil(points.length / count) === 0)
}
