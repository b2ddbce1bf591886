/**
 * `npm run check:security`: runs the thirty-five checks and prints one line for each on stdout; the tools' own words go to stderr.
 *
 * With `--no-browser` the parts that need a browser are skipped, as they are where there is none.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from '../build/build.ts'
import { ROOT } from '../paths.ts'
import { ensureChromium } from './chromium.ts'
import type { ReportedTest } from './reports.ts'
import { runReported, Stopped } from './runners.ts'
import { checkLine, judgeChecks, numberOf } from './security-checks.ts'

/** The exit code is 0 when no check failed, 2 for a wrong argument and 130 when it was stopped. */
export async function checkSecurity(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== '--no-browser')) {
    process.stderr.write('npm run check:security takes --no-browser and nothing else.\n')
    return 2
  }
  await ensureBuilt()
  try {
    return await judge(args.length > 0 ? () => 'left out by --no-browser' : runBrowser)
  } catch (error) {
    if (error instanceof Stopped) return 130
    throw error
  }
}

async function judge(inBrowser: () => Promise<readonly ReportedTest[] | string> | string): Promise<number> {
  const unit = await runReported('unit', ['--reporter=dot', 'security/check-'], {}, 'stderr')
  const browser = await inBrowser()
  const isSkipped = typeof browser === 'string'
  const tests = isSkipped ? unit : [...unit, ...browser]
  const checks = judgeChecks(tests, await browserChecks(), isSkipped ? browser : null)
  process.stdout.write(`${checks.map(checkLine).join('\n')}\n`)
  const hasFailed =
    checks.some(({ result }) => result === 'fail') || tests.some(({ result }) => result === 'failed')
  return hasFailed ? 1 : 0
}

/** The tests in a browser, or why there is none. */
async function runBrowser(): Promise<readonly ReportedTest[] | string> {
  const chromium = await ensureChromium()
  if (!chromium.ok) return chromium.message
  return await runReported('end-to-end', ['end-to-end/check-'], { ATELIER_CHROMIUM: chromium.path }, 'stderr')
}

/** The checks of which a part needs a browser, by their numbers. */
async function browserChecks(): Promise<ReadonlySet<string>> {
  const names = await readdir(join(ROOT, 'test/end-to-end'))
  return new Set(names.flatMap((name) => numberOf(name) ?? []))
}
