/**
 * A process that dies at random moments while sequences are planned, sent, waited for and saved: what was paid twice or lost.
 *
 * `npm run bench -- sequence-kills [--count 200] [--seed 1]`.
 */
import { killSequence } from '#test/stand-ins/sequence-kills.ts'
import { inFolder, readNumbers } from './frame.ts'

/** A directory takes this many kills: what it holds grows with it. */
const KILLS_A_DIRECTORY = 20

export async function run(args: readonly string[]): Promise<void> {
  const { count, seed } = readNumbers(args, { count: 200, seed: 1 })
  const begunAt = performance.now()
  const wrongs: string[] = []
  for (let done = 0; done < count; done += KILLS_A_DIRECTORY) {
    const kills = Math.min(KILLS_A_DIRECTORY, count - done)
    wrongs.push(...(await inFolder((dataDir) => killSequence({ dataDir, kills, seed: seed + done }))))
  }
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  console.table({ kills: count, 'went wrong': wrongs.length, seconds })
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0) process.exitCode = 1
}
