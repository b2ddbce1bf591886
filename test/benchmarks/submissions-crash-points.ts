/** Every write, sync, rename and send of one task's life as the last one: `npm run bench -- submissions-crash-points`. */
import { crashAt, listCrashPoints } from '#test/stand-ins/crash-points.ts'
import { whyNoStrace } from '#test/stand-ins/strace.ts'
import { inFolder } from './frame.ts'

export async function run(): Promise<void> {
  const skipped = whyNoStrace()
  if (skipped) return console.log(skipped)
  const begunAt = performance.now()
  await inFolder(async (dir) => {
    const points = await listCrashPoints(dir)
    const wrongs: string[] = []
    let decided = 0
    for (const point of points) {
      const ending = await crashAt(dir, point)
      decided += ending.decided
      wrongs.push(...ending.wrongs.map((what) => `${point.thread} ${point.call} ${point.nth}: ${what}`))
    }
    const kinds = Map.groupBy(points, ({ thread, call }) => `${thread} ${call}`)
    console.table({
      'crash points': points.length,
      ...Object.fromEntries([...kinds].map(([kind, { length }]) => [`  ${kind}`, length])),
      'tasks left to be decided': decided,
      'went wrong': wrongs.length,
      seconds: Math.round((performance.now() - begunAt) / 1_000),
    })
    for (const wrong of wrongs) console.log(`  ${wrong}`)
    if (wrongs.length > 0) process.exitCode = 1
  })
}
