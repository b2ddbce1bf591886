/**
 * A disk that is full, fails or is read-only for a while, at every write, sync and rename of a result: the host lives on, says so, and
 * saves when the disk takes it again (R5).
 *
 * `npm run bench -- disk-refusals`. It needs strace; each of some hundreds of lives takes some seconds.
 */
import { DISK_ERRORS, failAt, listDiskPoints } from '#test/stand-ins/disk-refusals.ts'
import { whyNoStrace } from '#test/stand-ins/strace.ts'
import { inFolder } from './frame.ts'

export async function run(): Promise<void> {
  const skipped = whyNoStrace()
  if (skipped) console.log(skipped)
  else await inFolder(refuseEverywhere)
}

async function refuseEverywhere(dir: string): Promise<void> {
  const begunAt = performance.now()
  const points = await listDiskPoints(dir)
  const wrongs: string[] = []
  const counts = { lives: 0, refused: 0, told: 0 }
  for (const error of DISK_ERRORS) {
    for (const point of points) {
      const ending = await failAt(dir, { ...point, error })
      counts.lives++
      wrongs.push(...ending.wrongs.map((what) => `${point.call} ${point.nth} ${error}: ${what}`))
      if (ending.refusals === 0) continue
      counts.refused++
      if (ending.wasTold) counts.told++
      else wrongs.push(`${point.call} ${point.nth} ${error}: nobody was told`)
    }
    console.log(`${error}: ${wrongs.length} wrong so far`)
  }
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  console.table({ ...counts, 'went wrong': wrongs.length, seconds })
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0) process.exitCode = 1
}
