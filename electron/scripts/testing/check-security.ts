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
import { runPlaywright, runVitest, Stopped, type Ran } from './runners.ts'
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

/** A runner that leaves no report leaves checks without a test, which have failed. */
async function judge(inBrowser: () => Promise<Ran | string> | string): Promise<number> {
  const unit = await runVitest('dot', { args: ['security/check-'], environment: {}, output: 'stderr' })
  const browser = await inBrowser()
  const isSkipped = typeof browser === 'string'
  const ran = isSkipped ? [unit] : [unit, browser]
  const tests = ran.flatMap((one) => one.tests ?? [])
  const checks = judgeChecks(tests, await browserChecks(), isSkipped ? browser : null)
  process.stdout.write(`${checks.map(checkLine).join('\n')}\n`)
  const isFine = checks.every(({ result }) => result !== 'fail') && ran.every(({ code }) => code === 0)
  return isFine ? 0 : 1
}

/** The tests in a browser, or why there is none. */
async function runBrowser(): Promise<Ran | string> {
  const chromium = await ensureChromium()
  if (!chromium.ok) return chromium.message
  const environment = { ATELIER_CHROMIUM: chromium.path }
  return runPlaywright({ args: ['end-to-end/check-'], environment, output: 'stderr' })
}

/** The checks of which a part needs a browser, by their numbers. */
async function browserChecks(): Promise<ReadonlySet<string>> {
  const names = await readdir(join(ROOT, 'test/end-to-end'))
  return new Set(names.flatMap((name) => numberOf(name) ?? []))
}
