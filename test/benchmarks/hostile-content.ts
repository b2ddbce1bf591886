/**
 * Task results that are made to hang, to fill the memory or to be misread: what reading them does to the event loop and to
 * the memory.
 *
 * `npm run bench -- hostile-content [COUNT]`; 10,000 results where none is given. The goal is R8: never silent for over 250 ms, at
 * most 400 MB above the start.
 */
import { readHostileResults } from '#test/stand-ins/read-hostile-results.ts'

const LONGEST_SILENCE_MS = 250
const MOST_MB = 400

export async function run(args: readonly string[]): Promise<void> {
  const figures = await readHostileResults(Number(args[0] ?? 10_000))
  console.table(figures)
  if (figures.longestSilenceMs > LONGEST_SILENCE_MS || figures.mostMb > MOST_MB) process.exitCode = 1
}
