/** What the reporters of vitest and Playwright write of a run, and the count of it. */
import { writeFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { ROOT } from '../paths.ts'

const reportSchema = z.array(
  z.object({
    file: z.string(),
    title: z.string(),
    result: z.enum(['passed', 'failed', 'skipped']),
    /** Why it was skipped, what failed, or what failed at the first try; empty where the runner does not say. */
    reason: z.string(),
    /** The runner did not see its end. */
    isBrokenOff: z.boolean().optional(),
  }),
)

export type ReportedTest = Readonly<z.infer<typeof reportSchema>[number]>

/** The title under which a process of vitest's that ended before its tests is told. */
export const PROCESS_ENDED = 'a process of the unit tests ended before its tests did'

/** Names the file of the report to the reporters; without it they write none. */
export const REPORT_VARIABLE = 'ATELIER_REPORT'

export function writeReport(tests: readonly ReportedTest[]): void {
  const path = process.env[REPORT_VARIABLE]
  if (path !== undefined) writeFileSync(path, JSON.stringify(tests))
}

/** Throws where `text` is no report. */
export function readReport(text: string): readonly ReportedTest[] {
  return reportSchema.parse(JSON.parse(text))
}

/** One that no runner counts: what a check found, or how a runner ended. */
export function ownTest(result: 'passed' | 'failed', title: string, reason = ''): ReportedTest {
  return { file: '', title, result, reason }
}

/** The files of which the runner did not see the end. */
export function brokenOffFiles(tests: readonly ReportedTest[]): readonly string[] {
  return [...new Set(tests.filter(({ isBrokenOff }) => isBrokenOff).map(({ file }) => file))]
}

/** What counts once the files that were broken off ran again; each says in its first test why it had to. */
export function withSecondTry(
  first: readonly ReportedTest[],
  second: readonly ReportedTest[],
): readonly ReportedTest[] {
  const brokenOff = brokenOffFiles(first)
  const why = first.find(({ title }) => title === PROCESS_ENDED)?.reason ?? 'its process ended'
  const stands = first.filter(({ file, title }) => title !== PROCESS_ENDED && !brokenOff.includes(file))
  const again = second.map((test, index) =>
    test.result === 'passed' && second.findIndex(({ file }) => file === test.file) === index
      ? { ...test, reason: why }
      : test,
  )
  return [...stands, ...again]
}

/**
 * The last lines of a run: what was skipped and why, what passed only at its second try, what failed and how, then `time` and the
 * count, `12 passed, 0 failed`, and `, 1 skipped` where any.
 */
export function lastLines(tests: readonly ReportedTest[], time: string): readonly string[] {
  const { passed = [], failed = [], skipped = [] } = Object.groupBy(tests, ({ result }) => result)
  const secondTry = passed.filter(({ reason }) => reason !== '')
  return [
    ...skipped.map(({ title, reason }) => `Skipped: ${title}${reason && ` (${reason})`}`),
    ...secondTry.map((test) => `Passed at the second try: ${lineOf(test)}`),
    // A log is read from its end: what failed lies next to the count.
    ...failed.map((test) => `Failed: ${lineOf(test)}`),
    time,
    `${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ]
}

/** `test/core/a.test.ts > adds: expected 1 to be 2`. */
function lineOf({ file, title, reason }: ReportedTest): string {
  const where = isAbsolute(file) ? relative(ROOT, file) : file
  return `${where}${where && ' > '}${title}${reason && `: ${firstLine(reason)}`}`
}

/** Characters of a reason. A counterexample comes first in it, and what went wrong last. */
const MAX_REASON = 700
const BEGINNING = 200

/** What comes before the stack, in one line and without colours; in the middle shortened. */
function firstLine(message: string): string {
  const [said = ''] = stripVTControlCharacters(message)
    .trim()
    .split(/\n\s+at /u)
  const line = said.replace(/\s+/gu, ' ')
  if (line.length <= MAX_REASON) return line
  return `${line.slice(0, BEGINNING)} … ${line.slice(BEGINNING - MAX_REASON)}`
}
