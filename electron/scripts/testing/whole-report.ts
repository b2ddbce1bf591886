/**
 * A reporter for vitest that puts what its `json` reporter leaves out where that one writes it, in a test's `meta`: the reasons of
 * skipped tests (`context.skip('why')`) as `skipReason`, and errors that no test caught as `unhandled`, with the first test.
 */
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { PROCESS_ENDED } from './reports.ts'

/** Vitest makes one for each run. It comes before the `json` reporter. */
export class WholeReport implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const result = testCase.result()
    if (result.state === 'skipped' && result.note !== undefined) {
      Object.assign(testCase.meta(), { skipReason: result.note })
    }
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const [first] = modules.flatMap((module) => [...module.children.allTests()])
    if (!first || errors.length === 0) return
    const unhandled = errors.map(
      ({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: test, stack, message, cause }) =>
        message.startsWith('[vitest-pool]')
          ? { file: '', title: PROCESS_ENDED, reason: cause?.message ?? message }
          : {
              file: typeof file === 'string' ? file : '',
              title: `an error that no test caught, after "${typeof test === 'string' ? test : ''}" began`,
              reason: stack ?? message,
            },
    )
    Object.assign(first.meta(), { unhandled })
  }
}

export { WholeReport as default }
