/**
 * A reporter for vitest that keeps the reasons of skipped tests (`context.skip('why')`) where its `json` reporter, which
 * leaves them out, writes them: in the test's `meta` as `skipReason`.
 */
import type { Reporter, TestCase } from 'vitest/node'

/** Vitest makes one for each run. */
export class SkipReasons implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result()
    if (result.state === 'skipped' && result.note !== undefined) {
      Object.assign(testCase.meta(), { skipReason: result.note })
    }
  }
}

export { SkipReasons as default }
