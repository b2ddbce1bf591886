/** Runs vitest and Playwright, and reads what their reporters wrote. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { built } from '../paths.ts'
import { runTool, toolScript, type ToolOutput } from '../tools.ts'
import { readReport, REPORT_VARIABLE, type ReportedTest } from './reports.ts'

export interface Run {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly output: ToolOutput
}

export interface Ran {
  /** Null where it left no report that can be read. */
  readonly tests: readonly ReportedTest[] | null
  readonly code: number
}

/** The person asked to stop while a tool ran. */
export class Stopped extends Error {}

const VITEST = toolScript('vitest')
const VITEST_REPORT = join(import.meta.dirname, 'vitest-report.ts')
const PLAYWRIGHT = toolScript('@playwright/test', 'playwright')

/** `shown` is the reporter for the person. Throws `Stopped`. */
export function runVitest(shown: 'default' | 'dot', run: Run): Promise<Ran> {
  const reporters = [shown, VITEST_REPORT].map((name) => `--reporter=${name}`)
  const args = ['run', '--config=test/vitest.config.ts', ...reporters, ...run.args]
  return runReported('unit', VITEST, { ...run, args })
}

/** Throws `Stopped`. */
export function runPlaywright(run: Run): Promise<Ran> {
  const args = ['test', '--config=test/end-to-end/playwright.config.ts', ...run.args]
  return runReported('end-to-end', PLAYWRIGHT, { ...run, args })
}

/** A report of an earlier run never counts. */
async function runReported(name: string, script: string, { args, environment, output }: Run): Promise<Ran> {
  const report = built(`test/${name}.json`)
  await mkdir(built('test'), { recursive: true })
  await rm(report, { force: true })
  const code = await runToEnd(script, args, { ...environment, [REPORT_VARIABLE]: report }, output)
  try {
    return { tests: readReport(await readFile(report, 'utf8')), code }
  } catch {
    return { tests: null, code }
  }
}

/** The exit code of a tool; throws `Stopped` when the person stopped it. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  output: ToolOutput = 'inherit',
): Promise<number> {
  const ended = await runTool(script, args, environment, output)
  if (ended.stopped) throw new Stopped()
  return ended.code
}
