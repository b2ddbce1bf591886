/**
 * `npm test`: runs the checks and the fast tests, and ends with one line that counts them. `npm test -- --all` runs everything.
 *
 * Owns the order, the sum and the times. A step that fails does not keep the next from running.
 */
import { parseArgs } from 'node:util'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.ts'
import { lastLines, type ReportedTest } from './reports.ts'
import { Stopped } from './runners.ts'
import { STEPS, type Step, type StepOptions } from './steps.ts'

interface TestOptions {
  readonly only: string | undefined
  readonly all: boolean
  /** Handed to the tool of the one step. */
  readonly toolArgs: readonly string[]
}

interface Finished {
  readonly name: string
  readonly tests: readonly ReportedTest[]
  readonly seconds: number
}

/**
 * Runs all steps, or the one named by `--only`, which takes further arguments for its tool. The exit code is 0 when
 * nothing failed, 2 for a wrong argument and 130 when it was stopped.
 */
export async function runTests(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  const startedAt = performance.now()
  if (options.all) process.stdout.write(`${slowSuites().join('\n')}\n`)
  let finished: readonly Finished[]
  try {
    finished = await runSteps(options)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    process.stderr.write('The tests were stopped.\n')
    return 130
  }
  const tests = finished.flatMap((step) => step.tests)
  const times = finished.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')
  const time = `Time: ${times}; together ${secondsSince(startedAt)} s.`
  process.stdout.write(`\n${lastLines(tests, time).join('\n')}\n`)
  const has = (wanted: ReportedTest['result']): boolean => tests.some(({ result }) => result === wanted)
  return has('passed') && !has('failed') ? 0 : 1
}

/** The steps that depend on nothing run at the same time; the others follow one by one. */
async function runSteps({ only, ...options }: TestOptions): Promise<readonly Finished[]> {
  const steps = STEPS.filter(({ name }) => only === undefined || only === name)
  const checks = steps.filter(({ isCheck }) => isCheck)
  const finished = await Promise.all(checks.map((step) => runTimed(step, options)))
  for (const step of steps.filter(({ isCheck }) => !isCheck)) finished.push(await runTimed(step, options))
  return finished
}

async function runTimed(step: Step, options: StepOptions): Promise<Finished> {
  const startedAt = performance.now()
  const tests = await step.run(options)
  return { name: step.name, tests, seconds: secondsSince(startedAt) }
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1_000)
}

/** The options, or one sentence about what is wrong with them. */
function readOptions(args: readonly string[]): TestOptions | string {
  const names = STEPS.map(({ name }) => name)
  const usage = `npm test takes --all, and --only ${names.join('|')} with arguments for that tool after it.`
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const { only, all } = values
    if (only !== undefined && !names.includes(only)) return `There is no "${only}": ${usage}`
    if (only === undefined && positionals.length > 0) return `Which step are the arguments for? ${usage}`
    return { only, all, toolArgs: positionals }
  } catch (error) {
    return `${error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)}: ${usage}`
  }
}

const TESTS = join(ROOT, 'test')

/**
 * What `npm test -- --all` adds, as the tests say themselves: a line of a test file that begins with `@slow` tells it, and last how
 * many `slow` tests there are.
 *
 * The fast set leaves out these tests and every `*.slow.test.ts`; other files with such a line run a smaller number there
 * (`test/stand-ins/scale.ts`).
 *
 * One line each, by file.
 */
export function slowSuites(): readonly string[] {
  const files = globSync('**/*.{test,spec,config}.{ts,tsx}', { cwd: TESTS }).toSorted()
  const sources = files.map((file) => ({ file, source: readFileSync(join(TESTS, file), 'utf8') }))
  const slowTests = sources.flatMap(({ source }) => source.match(/^ *slow(?:\.\w+)?\(/gmu) ?? []).length
  return [
    ...sources.flatMap(({ file, source }) => {
      const added = whatItAdds(source)
      return added === null ? [] : [`${file}: ${added}`]
    }),
    `and ${slowTests} tests that take over a second each.`,
  ]
}

/** The sentence behind `@slow`, or null. */
export function whatItAdds(source: string): string | null {
  return /^\s*(?:\/\*\*|\*) @slow (.+?)(?: \*\/)?$/mu.exec(source)?.[1] ?? null
}
