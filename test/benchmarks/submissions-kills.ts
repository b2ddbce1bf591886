/** Kills at random moments: `npm run bench -- submissions-kills [--count 1000] [--seed 1]`. */
import { killAtRandom } from '#test/stand-ins/crash-points.ts'
import { inFolder, readNumbers } from './frame.ts'

/** A directory takes this many kills: what is checked after each grows with it. */
const KILLS_A_DIRECTORY = 50

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed } = readNumbers(args, { count: 1_000, seed: 1 })
  const begunAt = performance.now()
  const wrongs: string[] = []
  let decided = 0
  for (let done = 0; done < count; done += KILLS_A_DIRECTORY) {
    const trial = { kills: Math.min(KILLS_A_DIRECTORY, count - done), seed: seed + done }
    const ending = await inFolder((dataDir) => killAtRandom({ dataDir, ...trial }))
    decided += ending.decided
    wrongs.push(...ending.wrongs)
  }
  console.table({
    'random kills': count,
    'tasks left to be decided': decided,
    'went wrong': wrongs.length,
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0) process.exitCode = 1
}
