/** A reporter for Playwright that writes the report that `npm test` counts. */
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { ownTest, writeReport, type ReportedTest } from './reports.ts'

/** `flaky` is Playwright's word for what passed at its second try. */
const RESULTS = { expected: 'passed', flaky: 'passed', skipped: 'skipped', unexpected: 'failed' } as const

/** Playwright makes one for each run. */
export class PlaywrightReport implements Reporter {
  readonly #outside: ReportedTest[] = []
  #suite: Suite | undefined

  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError({ message = 'no message' }: TestError): void {
    this.#outside.push(ownTest('failed', 'The end-to-end tests', message))
  }

  onEnd(): void {
    writeReport([...(this.#suite?.allTests().map(reportedTest) ?? []), ...this.#outside])
  }
}

export { PlaywrightReport as default }

function reportedTest(test: TestCase): ReportedTest {
  const result = RESULTS[test.outcome()]
  const whySkipped = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
  const error = test.results.find((one) => one.error)?.error?.message
  const reason = (result === 'skipped' ? whySkipped : error) ?? ''
  return { file: test.location.file, title: test.title, result, reason }
}
