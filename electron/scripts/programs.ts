/** Runs the built programs for scripts: stdout, stdin and the arguments are the program's own. */
import { join } from 'node:path'
import { ensureBuilt } from './build/build.ts'
import { runChild } from './child.mjs'
import { callersFolder, ROOT } from './paths.ts'
import { runBuilt } from './run-built.ts'

/** Commands that end by themselves: stopped before their end, they have not done what was asked. */
const ONE_ANSWER: ReadonlySet<string> = new Set(['generate', 'find-results', 'read-models'])

/** The web host: prints its one line of JSON when it is ready and runs until it is asked to stop. */
export function runServe(args: readonly string[]): Promise<number> {
  return runProgram('serve', 'web/main.js', args)
}

/** The local service alone: prints its one line of JSON when it is ready and runs until it is asked to stop. */
export function runLocalService(args: readonly string[]): Promise<number> {
  return runProgram('local-service', 'local-service/main.js', args)
}

/** One generation from the command line. */
export function runGenerate(args: readonly string[]): Promise<number> {
  return runProgram('generate', 'command-line/generate.js', args)
}

/** What is found in task results, one JSON line per file. */
export function runFindResults(args: readonly string[]): Promise<number> {
  return runProgram('find-results', 'command-line/find-results.js', args)
}

/** The models of listings, one JSON line per file. */
export function runReadModels(args: readonly string[]): Promise<number> {
  return runProgram('read-models', 'command-line/read-models.js', args)
}

/** A benchmark by its name; the figures go to stdout. It runs from source, since it measures parts. */
export async function runBenchmark(args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const child = await runChild(process.execPath, [join(ROOT, 'test/benchmarks/run.ts'), ...args], {
    stdio: 'inherit',
  })
  return child.code
}

async function runProgram(command: string, program: string, args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const folder = callersFolder(command)
  const ended = await runBuilt(program, args, { stdin: 'inherit', stdout: 'inherit', folder })
  return ended.stopped && !ONE_ANSWER.has(command) ? 0 : ended.code
}
