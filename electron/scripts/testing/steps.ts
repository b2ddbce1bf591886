/** The steps of `npm test`, in their order: which tool, with which arguments. */
import { ensureBuilt } from '../build/build.ts'
import { toolScript, type ToolOutput } from '../tools.ts'
import { ensureChromium } from './chromium.ts'
import { brokenOffFiles, tallyOf, withSecondTry, type ReportedTest, type Tally } from './reports.ts'
import { runPlaywright, runToEnd, runVitest, type Ran } from './runners.ts'

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
  /** Throws `Stopped` when the person stops the tool. */
  run(options: StepOptions): Promise<Tally>
}

const ALL_HOSTS = '--all-hosts'

const CHECKS: readonly Step[] = [
  check('format', 'Format (oxfmt)', toolScript('oxfmt'), ['--check']),
  // Several threads check what they share several times: on the two cores that the checks share that is more than twice the work,
  // and three times the memory.
  check('types', 'Types (tsc)', toolScript('typescript', 'tsc'), ['-b', '--noEmit', '--singleThreaded']),
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
const MAX_END = 20_000

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
      const code = await runToEnd(script, [...args, ...toolArgs], {}, keep)
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
  const set = all ? 'all' : toolArgs.length > 0 ? 'named' : 'fast'
  const run = (args: readonly string[]) =>
    reportedTests('The unit tests', (output) =>
      runVitest('default', { args, environment: { ATELIER_TESTS: set }, output }),
    )
  const first = await run(toolArgs)
  if (typeof first === 'string') return failedWith(first)
  const brokenOff = all ? brokenOffFiles(first) : []
  if (brokenOff.length === 0) return tallyOf(first)
  const second = await run(brokenOff)
  return tallyOf(typeof second === 'string' ? first : withSecondTry(first, second))
}

/** `--all-hosts` runs every test on the desktop as well, not only the chosen ones (playwright.config.ts). */
async function endToEndTests({ all, toolArgs }: StepOptions): Promise<Tally> {
  const args = toolArgs.filter((arg) => arg !== ALL_HOSTS)
  const chromium = await ensureChromium()
  if (!chromium.ok) return failedWith(chromium.message)
  const environment = {
    ATELIER_CHROMIUM: chromium.path,
    ATELIER_TESTS: all || toolArgs.length > 0 ? 'all' : 'fast',
    ...(args.length < toolArgs.length ? { ATELIER_ALL_HOSTS: '1' } : {}),
  }
  const tests = await reportedTests('The end-to-end tests', (output) =>
    runPlaywright({ args, environment, output }),
  )
  return typeof tests === 'string' ? failedWith(tests) : tallyOf(tests)
}

/**
 * The tests that a runner reports, or one sentence where it reports none. One that fails without a failed test is a failure all the
 * same.
 */
async function reportedTests(
  subject: string,
  run: (output: ToolOutput) => Promise<Ran>,
): Promise<readonly ReportedTest[] | string> {
  let said = ''
  const keep = (text: string): void => {
    process.stdout.write(text)
    said = (said + text).slice(-MAX_END)
  }
  // A person sees what is said, and a terminal shows how far it is.
  const { tests, code } = await run(process.stdout.isTTY ? 'inherit' : keep)
  if (tests === null)
    return `${subject} left no report that can be read. They ended with exit code ${code}, and said last:\n${endOf(said)}`
  if (tests.length === 0) return `${subject} ran no test.`
  if (code === 0 || tests.some(({ result }) => result === 'failed')) return tests
  const reason = `exit code ${code} although no test failed`
  return [...tests, { file: '', title: subject, result: 'failed', reason }]
}

const PASSED: Tally = { passed: 1, failed: 0, skipped: 0, notes: [], failures: [] }

function failedWith(note: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, notes: [], failures: [`Failed: ${note}`] }
}
