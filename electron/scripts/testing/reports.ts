/**
 * Reads the JSON reports of vitest and Playwright, and counts what they hold. Whatever a report does not say clearly counts as
 * failed.
 */
import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { ROOT } from '../paths.ts'

export type Result = 'passed' | 'failed' | 'skipped'

/** One test of a report. */
export interface ReportedTest {
  readonly file: string
  readonly title: string
  readonly result: Result
  /** Why it was skipped, what failed, or what failed at the first try; empty where the report does not say. */
  readonly reason: string
}

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** One line each: what was skipped and why, and what passed only at its second try. */
  readonly notes: readonly string[]
  /** What failed and how. */
  readonly failures: readonly string[]
}

/** The title under which a process of vitest's that ended before its tests is told. */
export const PROCESS_ENDED = 'a process of the unit tests ended before its tests did'

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
          failureMessages: z.array(z.string()).default([]),
          /** Of `whole-report.ts`. */
          meta: z
            .object({
              skipReason: z.string().optional(),
              unhandled: z
                .array(z.object({ file: z.string(), title: z.string(), reason: z.string() }))
                .optional(),
            })
            .default({}),
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
      const tests = assertionResults.flatMap(({ fullName, status, failureMessages, meta }) => {
        const result = vitestResult(status)
        const whySkipped = meta.skipReason ?? reasonInTitle(fullName)
        const why = failureMessages[0] ?? ''
        const reasons = { passed: why, failed: why, skipped: whySkipped }
        const own: ReportedTest = { file, title: fullName.trim(), result, reason: reasons[result] }
        return [own, ...(meta.unhandled ?? []).map((error) => ({ ...error, result: 'failed' as const }))]
      })
      const isShown = fileStatus === 'passed' || tests.some(({ result }) => result === 'failed')
      return isShown
        ? tests
        : [...tests, { file, title: 'the file', result: 'failed' as const, reason: message }]
    })
}

/** The files of which vitest did not see the end. Throws when it is no report. */
export function brokenOffFiles(report: unknown): readonly string[] {
  return vitestReport
    .parse(report)
    .testResults.filter(
      ({ status, message, assertionResults }) =>
        assertionResults.some((test) => test.status === 'pending') ||
        (status === 'failed' && message === '' && assertionResults.length === 0),
    )
    .map(({ name }) => name)
}

/** What counts once the files that were broken off ran again; each says in its first test why it had to. */
export function withSecondTry(
  first: readonly ReportedTest[],
  brokenOff: readonly string[],
  second: readonly ReportedTest[],
): readonly ReportedTest[] {
  const why = first.find(({ title }) => title === PROCESS_ENDED)?.reason ?? 'its process ended'
  const stands = first.filter(({ file, title }) => title !== PROCESS_ENDED && !brokenOff.includes(file))
  const again = second.map((test, index) =>
    test.result === 'passed' && second.findIndex(({ file }) => file === test.file) === index
      ? { ...test, reason: why }
      : test,
  )
  return [...stands, ...again]
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
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })).default([]),
})

/** `flaky` is Playwright's word for what passed at its second try. */
const PLAYWRIGHT_RESULTS = {
  expected: 'passed',
  flaky: 'passed',
  skipped: 'skipped',
  unexpected: 'failed',
} as const

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

/** The tests of a report of Playwright's `json` reporter. Throws when it is none. */
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
    tests.map(({ status, annotations, results }): ReportedTest => {
      const result = PLAYWRIGHT_RESULTS[status]
      const whySkipped = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
      const error = results.find((one) => one.error)?.error?.message
      const reasons = { passed: error ?? '', failed: error ?? '', skipped: whySkipped ?? '' }
      return { file, title, result, reason: reasons[result] }
    }),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

export function tallyOf(tests: readonly ReportedTest[]): Tally {
  const those = (wanted: Result) => tests.filter(({ result }) => result === wanted)
  return {
    passed: those('passed').length,
    failed: those('failed').length,
    skipped: those('skipped').length,
    notes: [
      ...those('skipped').map(({ title, reason }) => `Skipped: ${title}${reason && ` (${reason})`}`),
      ...those('passed')
        .filter(({ reason }) => reason !== '')
        .map((test) => `Passed at the second try: ${lineOf(test)}`),
    ],
    failures: those('failed').map((test) => `Failed: ${lineOf(test)}`),
  }
}

/** `test/core/a.test.ts > adds: expected 1 to be 2`. */
function lineOf({ file, title, reason }: ReportedTest): string {
  const where = isAbsolute(file) ? relative(ROOT, file) : file
  return `${where}${where && ' > '}${title}${reason && `: ${firstLine(reason)}`}`
}

const LONGEST_REASON = 300

/** What comes before the stack, in one line and without colours. */
function firstLine(message: string): string {
  const [said = ''] = stripVTControlCharacters(message)
    .trim()
    .split(/\n\s+at /u)
  return said.replace(/\s+/gu, ' ').slice(0, LONGEST_REASON)
}

export function addUp(tallies: readonly Tally[]): Tally {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    tallies.reduce((total, tally) => total + tally[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    notes: tallies.flatMap(({ notes }) => notes),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** The last line of a run: `12 passed, 0 failed`, and `, 1 skipped` where any. */
export function countLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
