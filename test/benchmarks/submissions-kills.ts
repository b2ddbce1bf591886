/** Kills at random moments: `npm run bench -- submissions-kills [--count 1000] [--seed 1]`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killAtRandom } from '#test/stand-ins/random-kills.ts'

/** A directory takes this many kills: what is checked after each grows with it. */
const KILLS_A_DIRECTORY = 50

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
  })
  const kills = Number(values.count)
  const begunAt = performance.now()
  const wrongs: string[] = []
  let decided = 0
  for (let done = 0; done < kills; done += KILLS_A_DIRECTORY) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
    try {
      const now = Math.min(KILLS_A_DIRECTORY, kills - done)
      const ending = await killAtRandom({ dataDir, kills: now, seed: Number(values.seed) + done })
      decided += ending.decided
      wrongs.push(...ending.wrongs)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  console.table({
    'random kills': kills,
    'tasks left to be decided': decided,
    'went wrong': wrongs.length,
    seconds: Math.round((performance.now() - begunAt) / 1_000),
  })
  for (const wrong of wrongs) console.log(`  ${wrong}`)
  if (wrongs.length > 0) process.exitCode = 1
}
