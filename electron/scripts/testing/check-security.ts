/**
 * `npm run check:security`: runs the thirty-five checks and prints one line for each on stdout; the tools' own words go to stderr.
 *
 * With `--no-browser` the parts that need a browser are skipped, as they are where there is none.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from '../build/build.ts'
import { built, ROOT } from '../paths.ts'
import { runTool, toolScript } from '../tools.ts'
import { ensureChromium } from './chromium.ts'
import { readPlaywrightReport, readVitestReport, type ReportedTest } from './reports.ts'
import { checkLine, judgeChecks, numberOf } from './security-checks.ts'

const UNIT_REPORT = built('test/security-unit.json')
const BROWSER_REPORT = built('test/security-browser.json')

interface Ran {
  readonly tests: readonly ReportedTest[]
  /** The exit code of the runner. */
  readonly code: number
}

/** The exit code is 0 when no check failed, 2 for a wrong argument and 130 when it was stopped. */
export async function checkSecurity(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== '--no-browser')) {
    process.stderr.write('npm run check:security takes --no-browser and nothing else.\n')
    return 2
  }
  await ensureBuilt()
  await mkdir(built('test'), { recursive: true })
  const unit = await runUnit()
  if (unit === null) return 130
  const browser = args.length > 0 ? 'left out by --no-browser' : await runBrowser()
  if (browser === null) return 130
  const ran = typeof browser === 'string' ? { tests: [], code: 0 } : browser
  const why = typeof browser === 'string' ? browser : null
  const checks = judgeChecks([...unit.tests, ...ran.tests], await browserChecks(), why)
  process.stdout.write(`${checks.map(checkLine).join('\n')}\n`)
  const isFine = checks.every(({ result }) => result !== 'fail') && unit.code === 0 && ran.code === 0
  return isFine ? 0 : 1
}

/** The tests without a browser; null when the person stopped them. */
async function runUnit(): Promise<Ran | null> {
  const reporters = [join(import.meta.dirname, 'whole-report.ts'), 'dot', 'json']
  const args = [
    'run',
    '--config=test/vitest.config.ts',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${UNIT_REPORT}`,
    'security/check-',
  ]
  return runReported(UNIT_REPORT, readVitestReport, toolScript('vitest'), args)
}

/** The tests in a browser, or why there is none; null when the person stopped them. */
async function runBrowser(): Promise<Ran | string | null> {
  const chromium = await ensureChromium()
  if (!chromium.ok) return chromium.message
  const args = [
    'test',
    '--config=test/end-to-end/playwright.config.ts',
    '--reporter=json',
    'end-to-end/check-',
  ]
  return runReported(
    BROWSER_REPORT,
    readPlaywrightReport,
    toolScript('@playwright/test', 'playwright'),
    args,
    {
      ATELIER_CHROMIUM: chromium.path,
      PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
    },
  )
}

/** A report of an earlier run never counts. A tool that leaves none leaves checks without a test, which have failed. */
async function runReported(
  reportFile: string,
  read: (report: unknown) => readonly ReportedTest[],
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran | null> {
  await rm(reportFile, { force: true })
  const { stopped, code } = await runTool(script, args, environment, 'stderr')
  if (stopped) return null
  const report = await readFile(reportFile, 'utf8').catch(() => null)
  return { tests: report === null ? [] : read(JSON.parse(report)), code }
}

/** The checks of which a part needs a browser, by their numbers. */
async function browserChecks(): Promise<ReadonlySet<string>> {
  const names = await readdir(join(ROOT, 'test/end-to-end'))
  return new Set(names.flatMap((name) => numberOf(name) ?? []))
}
