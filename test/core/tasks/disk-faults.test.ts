/**
 * A disk that fails while a result is written, synced, noted, published and described: the process lives, nothing wrong is
 * kept, and the task is saved by itself when the disk works again.
 *
 * @slow Seven of the calls instead of three.
 */
import { expect, test } from 'vitest'
import { failAt, listDiskPoints } from '#test/stand-ins/disk-faults.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { whyNoStrace, type CrashPoint } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const ERRORS = ['ENOSPC', 'EIO', 'EROFS'] as const
/** The last calls publish the file and describe it; before them it is written, synced and noted, again and again. */
const LAST = 10
const SAMPLE_OF_LAST = scaled(2, 4)
const SAMPLE_OF_OTHERS = scaled(1, 3)
const skipped = whyNoStrace()
if (skipped) console.log(skipped.replace('enumerated crash points are', 'failing disk is'))

test.skipIf(skipped !== null)(
  'lives on, says so, and saves whichever write, sync or rename the disk refuses for a while',
  { timeout: 300_000 },
  async () => {
    const dir = await makeTempDir()
    const points = await listDiskPoints(dir)
    const kinds = new Set(points.map(({ call }) => call))
    expect([...kinds]).toEqual(expect.arrayContaining(['pwritev', 'write', 'fsync', 'fdatasync', 'rename']))
    const wrongs: string[] = []
    let refused = 0
    const chosen = sample(points)
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

function sample(points: readonly CrashPoint[]): readonly CrashPoint[] {
  const spread = (from: readonly CrashPoint[], count: number): readonly CrashPoint[] =>
    from.filter((_, index) => index % Math.ceil(from.length / count) === 0)
  return [...spread(points.slice(0, -LAST), SAMPLE_OF_OTHERS), ...spread(points.slice(-LAST), SAMPLE_OF_LAST)]
}
