/**
 * Counts tests in the JSON reports of the runners. Whatever a report does not say clearly counts as failed.
 */
import { z } from 'zod'
import { vitestReport } from './vitest-report.ts'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** One line each for the person: what was skipped and why, and failures that no test shows. */
  readonly notes: readonly string[]
}

/** Counts a report of vitest's `json` reporter. Throws when it is none. */
export function tallyVitest(report: unknown): Tally {
  const count = counter()
  for (const file of vitestReport.parse(report).testResults) {
    for (const { fullName, status, meta } of file.assertionResults) {
      if (status === 'passed') count.pass()
      else if (status === 'skipped' || status === 'todo') count.skip(fullName.trim(), meta?.skipReason)
      else count.fail()
    }
    const shown = file.assertionResults.some(({ status }) => status === 'failed')
    if (file.status !== 'passed' && !shown) count.fail(`${file.name} failed: ${file.message}`)
  }
  return count.tally()
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
})

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** Counts a report of Playwright's `json` reporter. Throws when it is none. A flaky test counts as failed. */
export function tallyPlaywright(report: unknown): Tally {
  const count = counter()
  const { suites, errors } = playwrightReport.parse(report)
  for (const suite of suites) walk(suite)
  for (const { message = 'no message' } of errors) count.fail(`The end-to-end tests failed: ${message}`)
  return count.tally()

  function walk(suite: z.infer<typeof playwrightSuite>): void {
    for (const { title, tests } of suite.specs) {
      for (const { status, annotations } of tests) {
        if (status === 'expected') count.pass()
        else if (status === 'skipped') count.skip(title, reasonIn(annotations))
        else count.fail()
      }
    }
    suite.suites?.forEach(walk)
  }
}

function reasonIn(annotations: z.infer<typeof playwrightTest>['annotations']): string | undefined {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
}

function counter() {
  let [passed, failed, skipped] = [0, 0, 0]
  const notes: string[] = []
  return {
    pass: () => void (passed += 1),
    fail: (note?: string) => {
      failed += 1
      if (note !== undefined) notes.push(note)
    },
    skip: (name: string, reason?: string) => {
      skipped += 1
      notes.push(`Skipped: ${name}${reason === undefined ? '' : ` (${reason})`}`)
    },
    tally: (): Tally => ({ passed, failed, skipped, notes }),
  }
}
