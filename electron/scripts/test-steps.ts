/**
 * The steps of `npm test`, in their order: which tool, with which arguments, and where its report lies.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { ensureBuilt } from './build.ts'
import { runChild } from './child.mjs'
import { ensureChromium } from './chromium.ts'
import { built, ROOT } from './paths.ts'
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
  const code = await runTool(script, args)
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
    runTool(toolScript('vitest'), vitestArgs),
  )
}

async function endToEndTests(args: readonly string[]): Promise<Tally> {
  const chromium = await ensureChromium()
  if (!chromium.ok) return failedWith(chromium.message)
  const playwrightArgs = ['test', '--config=test/end-to-end/playwright.config.ts', ...args]
  return reportedTests('The end-to-end tests', END_TO_END_REPORT, tallyPlaywright, () =>
    runTool(toolScript('@playwright/test', 'playwright'), playwrightArgs, {
      ATELIER_CHROMIUM: chromium.path,
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

async function runTool(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const ended = await runChild(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH, ...environment },
  })
  if (ended.stopped) throw new StepStopped()
  return ended.code
}

const PASSED: Tally = { passed: 1, failed: 0, skipped: 0, notes: [] }

function failedWith(note: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, notes: [note] }
}
