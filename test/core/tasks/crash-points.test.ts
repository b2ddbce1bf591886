/**
 * One task's life, ended at its writes, syncs, renames and sends, and with a disk that refuses some of them: what is on disk is valid,
 * the service was asked once, and the task ends well.
 *
 * A sample of the points; `npm run bench -- submissions-kills` and `-- disk-refusals` take every one.
 *
 * @slow Eight calls that write files and four of the database's, instead of one each; seven refusals instead of two.
 */
import { expect, test } from 'vitest'
import { crashAt, listCrashPoints } from '#test/stand-ins/crash-points.ts'
import { DISK_ERRORS, failAt, listDiskPoints } from '#test/stand-ins/disk-refusals.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { type CrashPoint, whyNoStrace } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

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
    for (const point of [...spread(of('main'), scaled(1, 4)), ...spread(of('pool'), scaled(1, 8))]) {
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
      ...spread(points.slice(-LAST), scaled(1, 4)),
    ]
    const wrongs: string[] = []
    let refused = 0
    for (const [index, point] of chosen.entries()) {
      const error = DISK_ERRORS[index % DISK_ERRORS.length] ?? 'EIO'
      const ending = await failAt(dir, { ...point, error })
      const name = `${point.call} ${point.nth} ${error}`
      wrongs.push(...ending.wrongs.map((what) => `${name}: ${what}`))
      if (ending.refusals === 0) continue
      refused++
      if (!ending.wasTold) wrongs.push(`${name}: nobody was told`)
    }
    expect(wrongs).toEqual([])
    expect(refused).toBeGreaterThan(chosen.length / 3)
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
  const step = Math.ceil(points.length / count)
  // From the midst of each part: the first call of all is seldom the one that matters.
  return points.filter((_, index) => index % step === Math.floor(step / 2))
}
