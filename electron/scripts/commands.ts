/**
 * Entry on Node 24: runs the command that an npm script names.
 *
 * Owns the list of commands. Each ends with an exit code: 2 for a wrong argument, 1 when something cannot be done.
 */
import { join } from 'node:path'
import { ensureBuilt } from './build/build.ts'
import { checkSecurity } from './testing/check-security.ts'
import { outliveReaders } from '../adapters/node/terminal.ts'
import { start } from './start.ts'
import { runTests } from './testing/run-tests.ts'
import { runChild } from './child.mjs'
import { callersFolder, ROOT } from './paths.ts'
import { runBuilt } from './run-built.ts'

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  start,
  test: runTests,
  'check-security': checkSecurity,
  serve: (args) => runProgram('serve', 'web/main.js', args),
  'local-service': (args) => runProgram('local-service', 'local-service/main.js', args),
  generate: (args) => runProgram('generate', 'command-line/generate.js', args),
  sequence: (args) => runProgram('sequence', 'command-line/sequence.js', args),
  mcp: (args) => runProgram('mcp', 'agents/stdio.js', args),
  'find-results': (args) => runProgram('find-results', 'command-line/find-results.js', args),
  'read-models': (args) => runProgram('read-models', 'command-line/read-models.js', args),
  bench: runBenchmark,
  // Loaded when they are asked for: electron-builder takes longer to load than a start of Atelier may.
  icons: async () => (await import('./package/icons.ts')).makeIcons(),
  package: async (args) => (await import('./package/run-package.ts')).runPackage(args),
  'check-program': async () => (await import('./package/check-program.ts')).checkPackedProgram(),
  messages: async () => (await import('./build/message-values.ts')).writeMessageValues(),
  'release-files': async (args) => (await import('./package/release-files.ts')).prepareReleaseFiles(args),
  build: async () => {
    await ensureBuilt()
    return 0
  },
}

/** Commands that end by themselves: stopped before their end, they have not done what was asked. */
const ONE_ANSWER: ReadonlySet<string> = new Set(['generate', 'sequence', 'find-results', 'read-models'])

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    process.stderr.write(`There is no command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}.\n`)
    return 2
  }
  try {
    return await command(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

outliveReaders()
const code = await main(process.argv.slice(2))
process.exitCode ||= code

/** A benchmark by its name; the figures go to stdout. It runs from source, since it measures parts. */
async function runBenchmark(args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const child = await runChild(process.execPath, [join(ROOT, 'test/benchmarks/run.ts'), ...args], {
    stdio: 'inherit',
  })
  return child.code
}

/** Runs a built program; one that runs until it is asked to stop has then done what was asked. */
async function runProgram(command: string, program: string, args: readonly string[]): Promise<number> {
  await ensureBuilt()
  const folder = callersFolder(command)
  const ended = await runBuilt(program, args, { stdin: 'inherit', stdout: 'inherit', folder })
  return ended.stopped && !ONE_ANSWER.has(command) ? 0 : ended.code
}
