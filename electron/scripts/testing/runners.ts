/** Runs vitest and Playwright, and reads what their reporters wrote. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { built } from '../paths.ts'
import { runTool, toolScript, type ToolOutput } from '../tools.ts'
import { ownTest, readReport, REPORT_VARIABLE, type ReportedTest } from './reports.ts'

/** The person asked to stop while a tool ran. */
export class Stopped extends Error {}

const RUNNERS = {
  unit: {
    subject: 'The unit tests',
    script: toolScript('vitest'),
    args: [
      'run',
      '--config=test/vitest.config.ts',
      `--reporter=${join(import.meta.dirname, 'vitest-report.ts')}`,
    ],
  },
  'end-to-end': {
    subject: 'The end-to-end tests',
    script: toolScript('@playwright/test', 'playwright'),
    args: ['test', '--config=test/end-to-end/playwright.config.ts'],
  },
} as const

/** Of what a tool printed, at the end of a run: only that is seen of a long one. */
const LINES_SHOWN = 15
/** Kept of what a tool printed, in characters: enough for these lines. */
const MAX_END = 20_000

/**
 * How each test came out. A runner that leaves no report, runs no test or fails without a failed test is a failed test itself.
 * Throws `Stopped`.
 */
export async function runReported(
  name: keyof typeof RUNNERS,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: 'stdout' | 'stderr' = 'stdout',
): Promise<readonly ReportedTest[]> {
  const { subject, script, args: ownArgs } = RUNNERS[name]
  const report = built(`test/${name}.json`)
  await mkdir(built('test'), { recursive: true })
  // A report of an earlier run never counts.
  await rm(report, { force: true })
  let said = ''
  const keep = (text: string): void => {
    process.stdout.write(text)
    said = (said + text).slice(-MAX_END)
  }
  // A person sees what is said, and a terminal shows how far it is.
  const shown = process.stdout.isTTY ? 'inherit' : keep
  const code = await runToEnd(
    script,
    [...ownArgs, ...args],
    { ...environment, [REPORT_VARIABLE]: report },
    output === 'stderr' ? output : shown,
  )
  const tests = await readFile(report, 'utf8')
    .then(readReport)
    .catch(() => null)
  if (tests === null) {
    const how = `They ended with exit code ${code}, and said last:`
    return [ownTest('failed', `${subject} left no report that can be read. ${how}\n${endOf(said)}`)]
  }
  if (tests.length === 0) return [ownTest('failed', `${subject} ran no test.`)]
  if (code === 0 || tests.some(({ result }) => result === 'failed')) return tests
  return [...tests, ownTest('failed', subject, `exit code ${code} although no test failed`)]
}

/** The exit code of a tool; throws `Stopped` when the person stopped it. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: ToolOutput,
): Promise<number> {
  const ended = await runTool(script, args, environment, output)
  if (ended.stopped) throw new Stopped()
  return ended.code
}

export function endOf(said: string): string {
  return said.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n')
}
