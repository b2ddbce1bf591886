/** Runs the built programs for scripts: stdout, stdin and the arguments are the program's own. */
import { join } from 'node:path'
import { ensureBuilt } from './build/build.ts'
import { runChild } from './child.mjs'
import { callersFolder, ROOT } from './paths.ts'
import { runBuilt } from './run-built.ts'

/** Commands that end by themselves: stopped before their end, they have not done what was asked. */
const ONE_ANSWER: ReadonlySet<string> = new Set(['generate', 'find-results', 'read-models'])

/** A benchmark by its name; the figures go to stdout. It runs from source, since it measures parts. */
export async function runBenchmark(args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const child = await runChild(process.execPath, [join(ROOT, 'test/benchmarks/run.ts'), ...args], {
    stdio: 'inherit',
  })
  return child.code
}

/** Runs a built program; one that runs until it is asked to stop has then done what was asked. */
export async function runProgram(command: string, program: string, args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const folder = callersFolder(command)
  const ended = await runBuilt(program, args, { stdin: 'inherit', stdout: 'inherit', folder })
  return ended.stopped && !ONE_ANSWER.has(command) ? 0 : ended.code
}
