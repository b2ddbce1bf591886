/**
 * Reads the JSON reports of vitest and Playwright, and counts what they hold. Whatever a report does not say clearly counts as
 * failed.
 */
import { z } from 'zod'

export type Result = 'passed' | 'failed' | 'skipped'

/** One test of a report. */
export interface ReportedTest {
  readonly file: string
  readonly title: string
  readonly result: Result
  /** Why it was skipped, or what failed outside of any test; empty where the report does not say. */
  readonly reason: string
}

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** One line each: what was skipped and why, and failures that no test shows. */
  readonly notes: readonly string[]
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z.object({ skipReason: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
})

/** The tests of a report of vitest's `json` reporter. Throws when it is none. A file that did not load is a failed test. */
export function readVitestReport(report: unknown): readonly ReportedTest[] {
  return vitestReport
    .parse(report)
    .testResults.flatMap(({ name: file, status: fileStatus, message, assertionResults }) => {
      const tests = assertionResults.map(({ fullName, status, meta }): ReportedTest => ({
        file,
        title: fullName.trim(),
        result: vitestResult(status),
        reason: vitestResult(status) === 'skipped' ? (meta?.skipReason ?? reasonInTitle(fullName)) : '',
      }))
      const isShown = fileStatus === 'passed' || tests.some(({ result }) => result === 'failed')
      return isShown ? tests : [...tests, { file, title: file, result: 'failed' as const, reason: message }]
    })
}

function vitestResult(status: string): Result {
  if (status === 'passed') return 'passed'
  return status === 'skipped' || status === 'todo' ? 'skipped' : 'failed'
}

/** The reason that a title carries at its end: `starts (skipped: no runtime)`. */
function reasonInTitle(title: string): string {
  return /\(skipped: (.*)\)$/u.exec(title)?.[1] ?? ''
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
})

const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** The tests of a report of Playwright's `json` reporter. Throws when it is none. A flaky test has failed. */
export function readPlaywrightReport(report: unknown): readonly ReportedTest[] {
  const { suites, errors } = playwrightReport.parse(report)
  const outside = errors.map(({ message = 'no message' }): ReportedTest => ({
    file: '',
    title: 'The end-to-end tests',
    result: 'failed',
    reason: message,
  }))
  return [...suites.flatMap(testsIn), ...outside]
}

function testsIn({ specs, suites = [] }: z.infer<typeof playwrightSuite>): readonly ReportedTest[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations }): ReportedTest => {
      const result = status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed'
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
      return { file, title, result, reason: result === 'skipped' ? (reason ?? '') : '' }
    }),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

export function tallyOf(tests: readonly ReportedTest[]): Tally {
  const count = (wanted: Result): number => tests.filter(({ result }) => result === wanted).length
  const notes = tests.flatMap(({ title, result, reason }) => {
    if (result === 'skipped') return [`Skipped: ${title}${reason === '' ? '' : ` (${reason})`}`]
    return result === 'failed' && reason !== '' ? [`${title} failed: ${reason}`] : []
  })
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), notes }
}

export function addUp(tallies: readonly Tally[]): Tally {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    tallies.reduce((total, tally) => total + tally[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    notes: tallies.flatMap(({ notes }) => notes),
  }
}

/** The last line of a run: `12 passed, 0 failed`, and `, 1 skipped` where any. */
export function countLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
