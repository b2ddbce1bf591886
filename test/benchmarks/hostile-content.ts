/**
 * Task results, model listings and files that are made to hang, to fill the memory or to be misread: what reading them does to the
 * event loop and to the memory.
 *
 * `npm run bench -- hostile-content [RESULTS] [FILES]`; 10,000 results and 5,000 files where no number is given. The goal is R8:
 * never silent for over 250 ms, at most 400 MB above the start, every start clean.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { toolScript } from '../../electron/scripts/tools.ts'
import { readHostileListings } from '#test/stand-ins/hostile-listings.ts'
import { readHostileResults } from '#test/stand-ins/hostile-results.ts'

const MAX_SILENCE_MS = 250
const MAX_MB = 400

export async function run([results = '10000', files = '5000']: readonly string[]): Promise<void> {
  console.table(readHostileListings())
  const figures = await readHostileResults(Number(results))
  console.table(figures)
  const isWithin = figures.longestSilenceMs <= MAX_SILENCE_MS && figures.mostMb <= MAX_MB
  if (!isWithin || !(await readHostileFiles(files))) process.exitCode = 1
}

/** The files go through the whole of Atelier; the test that does it prints its figures, and fails where they are not held. */
async function readHostileFiles(count: string): Promise<boolean> {
  const args = ['run', '--config=test/vitest.config.ts', 'test/core/reading/fuzzed-files.test.ts']
  const child = spawn(process.execPath, [toolScript('vitest'), ...args], {
    env: { ...process.env, ATELIER_HOSTILE_FILES: count },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
