/** The steps of `npm test`, in their order: which tool, with which arguments, and where its report lies. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureBuilt } from '../build/build.ts'
import { built } from '../paths.ts'
import { runTool, toolScript, type ToolOutput } from '../tools.ts'
import { ensureChromium } from './chromium.ts'
import {
  brokenOffFiles,
  readPlaywrightReport,
  readVitestReport,
  tallyOf,
  withSecondTry,
  type ReportedTest,
  type Tally,
} from './reports.ts'

export interface StepOptions {
  /** Everything instead of the fast set. */
  readonly all: boolean
  readonly toolArgs: readonly string[]
  /** Takes what a check prints; without it the tool prints itself. */
  readonly print?: (text: string) => void
}

export interface Step {
  readonly name: string
  readonly title: string
  /** Depends on no other step: all checks run at the same time. */
  readonly isCheck: boolean
  /** Throws `StepStopped` when the person stops the tool. */
  run(options: StepOptions): Promise<Tally>
}

/** The person asked to stop while a tool ran. */
export class StepStopped extends Error {}

const UNIT_REPORT = built('test/unit.json')
/** Where playwright.config.ts has its report written. */
const END_TO_END_REPORT = built('test/end-to-end.json')
const ALL_HOSTS = '--all-hosts'

const CHECKS: readonly Step[] = [
  check('format', 'Format (prettier)', toolScript('prettier'), ['--check', '.']),
  check('types', 'Types (tsc)', toolScript('typescript', 'tsc'), ['-b', '--noEmit']),
  check('lint', 'Lint (oxlint)', toolScript('oxlint'), ['--type-aware']),
  check('unused', 'Unused code (knip)', toolScript('knip'), [
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
]

/** Every step. The build comes before the tests, because some of them start what was built. */
export const STEPS: readonly Step[] = [
  ...CHECKS,
  { name: 'build', title: 'Build (vite)', isCheck: true, run: build },
  { name: 'unit', title: 'Unit and integration tests (vitest)', isCheck: false, run: unitTests },
  { name: 'end-to-end', title: 'End-to-end tests (playwright)', isCheck: false, run: endToEndTests },
]

/** Of what a tool printed, at the end of a run: only that is seen of a long one. */
const LINES_SHOWN = 15
/** Kept of what a tool printed, in characters: enough for these lines. */
const LONGEST_END = 20_000

function endOf(said: string): string {
  return said.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n')
}

function check(name: string, title: string, script: string, args: readonly string[]): Step {
  return {
    name,
    title,
    isCheck: true,
    run: async ({ toolArgs, print }) => {
      let said = ''
      const keep = (text: string): void => {
        said += text
        print?.(text)
      }
      const code = await runStep(script, [...args, ...toolArgs], {}, keep)
      if (code === 0) return PASSED
      return failedWith(`${title} found something:\n${endOf(said)}`)
    },
  }
}

async function build(): Promise<Tally> {
  try {
    await ensureBuilt()
    return PASSED
  } catch (error) {
    return failedWith(`The build failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Files that are named run whatever set they belong to. In a whole run, files whose process ended under them run a second time, as
 * tests that failed do.
 */
async function unitTests({ all, toolArgs }: StepOptions): Promise<Tally> {
  const tests = all ? 'all' : toolArgs.length > 0 ? 'named' : 'fast'
  const run = (files: readonly string[]) =>
    reportedTests('The unit tests', UNIT_REPORT, readVitestReport, (output) =>
      runStep(toolScript('vitest'), [...VITEST_ARGS, ...files], { ATELIER_TESTS: tests }, output),
    )
  const first = await run(toolArgs)
  const brokenOff = all ? await readBrokenOff() : []
  if (brokenOff.length === 0 || typeof first === 'string') return tallied(first)
  const second = await run(brokenOff)
  if (typeof second === 'string') return tallied(first)
  return tallied(withSecondTry(first, brokenOff, second))
}

const VITEST_ARGS = [
  'run',
  '--config=test/vitest.config.ts',
  ...[join(import.meta.dirname, 'whole-report.ts'), 'default', 'json'].map((name) => `--reporter=${name}`),
  `--outputFile.json=${UNIT_REPORT}`,
]

async function readBrokenOff(): Promise<readonly string[]> {
  const report = await readFile(UNIT_REPORT, 'utf8').catch(() => null)
  return report === null ? [] : brokenOffFiles(JSON.parse(report))
}

/** `--all-hosts` runs every test on the desktop as well, not only the chosen ones (playwright.config.ts). */
async function endToEndTests({ all, toolArgs }: StepOptions): Promise<Tally> {
  const filters = toolArgs.filter((arg) => arg !== ALL_HOSTS)
  const chromium = await ensureChromium()
  if (!chromium.ok) return failedWith(chromium.message)
  const args = ['test', '--config=test/end-to-end/playwright.config.ts', ...filters]
  const tests = all || toolArgs.length > 0 ? 'all' : 'fast'
  const environment = {
    ATELIER_CHROMIUM: chromium.path,
    ATELIER_TESTS: tests,
    ...(filters.length < toolArgs.length ? { ATELIER_ALL_HOSTS: '1' } : {}),
  }
  return tallied(
    await reportedTests('The end-to-end tests', END_TO_END_REPORT, readPlaywrightReport, (output) =>
      runStep(toolScript('@playwright/test', 'playwright'), args, environment, output),
    ),
  )
}

/**
 * The tests that the tool reports, or one sentence where it reports none. A report of an earlier run never counts; a tool that fails
 * without a failed test is a failure all the same.
 */
async function reportedTests(
  subject: string,
  reportFile: string,
  read: (report: unknown) => readonly ReportedTest[],
  run: (output: ToolOutput) => Promise<number>,
): Promise<readonly ReportedTest[] | string> {
  await rm(reportFile, { force: true })
  await mkdir(dirname(reportFile), { recursive: true })
  let said = ''
  const keep = (text: string): void => {
    process.stdout.write(text)
    said = (said + text).slice(-LONGEST_END)
  }
  // A person sees what is said, and a terminal shows how far it is.
  const code = await run(process.stdout.isTTY ? 'inherit' : keep)
  let tests: readonly ReportedTest[]
  try {
    tests = read(JSON.parse(await readFile(reportFile, 'utf8')))
  } catch {
    return `${subject} left no report that can be read. They ended with exit code ${code}, and said last:\n${endOf(said)}`
  }
  if (tests.length === 0) return `${subject} ran no test.`
  if (code === 0 || tests.some(({ result }) => result === 'failed')) return tests
  const reason = `exit code ${code} although no test failed`
  return [...tests, { file: '', title: subject, result: 'failed', reason }]
}

function tallied(tests: readonly ReportedTest[] | string): Tally {
  return typeof tests === 'string' ? failedWith(tests) : tallyOf(tests)
}

/** Runs a tool to its end; throws `StepStopped` when the person stopped it. */
async function runStep(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: ToolOutput = 'inherit',
): Promise<number> {
  const ended = await runTool(script, args, environment, output)
  if (ended.stopped) throw new StepStopped()
  return ended.code
}

const PASSED: Tally = { passed: 1, failed: 0, skipped: 0, notes: [], failures: [] }

function failedWith(note: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, notes: [], failures: [`Failed: ${note}`] }
}
