/**
 * The steps of `npm test`, in their order: which tool, with which arguments, and where its report lies.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureBuilt } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { built } from './paths.ts'
import { runTool } from './run-tool.ts'
import { tallyPlaywright, tallyVitest, type Tally } from './test-reports.ts'
import { toolScript } from './tool-script.ts'

export interface Step {
  readonly name: string
  readonly title: string
  /** Runs the tool with further arguments; throws `StepStopped` when the person stops it. */
  run(toolArgs: readonly string[]): Promise<Tally>
}

/** The person asked to stop while a tool ran. */
export class StepStopped extends Error {}

const UNIT_REPORT = built('test/unit.json')
/** Where playwright.config.ts has its report written. */
const END_TO_END_REPORT = built('test/end-to-end.json')
const ALL_HOSTS = '--all-hosts'

/** Every step. The build comes before the tests, because some of them start what was built. */
export const STEPS: readonly Step[] = [
  {
    name: 'format',
    title: 'Format (prettier)',
    run: (args) => check('The format', toolScript('prettier'), ['--check', '.', ...args]),
  },
  {
    name: 'types',
    title: 'Types (tsc)',
    run: (args) => check('The type check', toolScript('typescript', 'tsc'), ['-b', '--noEmit', ...args]),
  },
  {
    name: 'lint',
    title: 'Lint (oxlint)',
    run: (args) => check('The linter', toolScript('oxlint'), ['--type-aware', ...args]),
  },
  { name: 'build', title: 'Build (vite)', run: build },
  { name: 'unit', title: 'Unit and integration tests (vitest)', run: unitTests },
  { name: 'end-to-end', title: 'End-to-end tests (playwright)', run: endToEndTests },
]

async function check(subject: string, script: string, args: readonly string[]): Promise<Tally> {
  const code = await runStep(script, args)
  return code === 0 ? PASSED : failedWith(`${subject} found something; see above.`)
}

async function build(): Promise<Tally> {
  try {
    await ensureBuilt()
    return PASSED
  } catch (error) {
    return failedWith(`The build failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function unitTests(args: readonly string[]): Promise<Tally> {
  const reporters = [join(import.meta.dirname, 'skip-reasons.ts'), 'default', 'json']
  const vitestArgs = [
    'run',
    '--config=test/vitest.config.ts',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${UNIT_REPORT}`,
    ...args,
  ]
  return reportedTests('The unit tests', UNIT_REPORT, tallyVitest, () =>
    runStep(toolScript('vitest'), vitestArgs),
  )
}

/** `--all-hosts` runs every test on the desktop as well, not only the chosen ones (playwright.config.ts). */
async function endToEndTests(args: readonly string[]): Promise<Tally> {
  const toolArgs = args.filter((arg) => arg !== ALL_HOSTS)
  const chromium = await ensureChromium()
  if (!chromium.ok) return failedWith(chromium.message)
  const playwrightArgs = ['test', '--config=test/end-to-end/playwright.config.ts', ...toolArgs]
  return reportedTests('The end-to-end tests', END_TO_END_REPORT, tallyPlaywright, () =>
    runStep(toolScript('@playwright/test', 'playwright'), playwrightArgs, {
      ATELIER_CHROMIUM: chromium.path,
      ...(toolArgs.length < args.length ? { ATELIER_ALL_HOSTS: '1' } : {}),
    }),
  )
}

/** A report of an earlier run never counts; a tool that fails without a failed test is a failure all the same. */
async function reportedTests(
  subject: string,
  reportFile: string,
  tally: (report: unknown) => Tally,
  run: () => Promise<number>,
): Promise<Tally> {
  await rm(reportFile, { force: true })
  await mkdir(dirname(reportFile), { recursive: true })
  const code = await run()
  let counted: Tally
  try {
    counted = tally(JSON.parse(await readFile(reportFile, 'utf8')))
  } catch {
    return failedWith(`${subject} left no report that can be read.`)
  }
  if (counted.passed + counted.failed + counted.skipped === 0) return failedWith(`${subject} ran no test.`)
  if (code === 0 || counted.failed > 0) return counted
  const note = `${subject} ended with exit code ${code} although no test failed.`
  return { ...counted, failed: 1, notes: [...counted.notes, note] }
}

/** Runs a tool to its end; throws `StepStopped` when the person stopped it. */
async function runStep(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const ended = await runTool(script, args, environment)
  if (ended.stopped) throw new StepStopped()
  return ended.code
}

const PASSED: Tally = { passed: 1, failed: 0, skipped: 0, notes: [] }

function failedWith(note: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, notes: [note] }
}
