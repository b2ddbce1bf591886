/** A reporter for vitest that writes the report that `npm test` counts. */
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { ownTest, PROCESS_ENDED, writeReport, type ReportedTest } from './reports.ts'

/** Vitest makes one for each run. */
export class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeReport([...modules.flatMap(testsOf).filter(isOfTheSet), ...errors.map(uncaught)])
  }
}

export { VitestReport as default }

/** Not what `slow` (test/stand-ins/scale.ts) skips in the fast set; a skip with a reason is told. */
function isOfTheSet({ result, reason }: ReportedTest): boolean {
  return process.env['ATELIER_TESTS'] !== 'fast' || result !== 'skipped' || reason !== ''
}

/** A file that did not load, and one of which vitest did not see the end, is a failed test. */
function testsOf(module: TestModule): readonly ReportedTest[] {
  const file = module.moduleId
  const tests = Array.from(module.children.allTests(), (test) => ({ file, ...outcomeOf(test) }))
  const isBrokenOff = module.state() === 'pending' || module.state() === 'queued'
  const isShown = module.ok() || tests.some(({ result }) => result === 'failed')
  if (isShown && !isBrokenOff) return tests
  const [error] = module.errors()
  return [...tests, { file, title: 'the file', result: 'failed', reason: error?.message ?? '', isBrokenOff }]
}

function outcomeOf(test: TestCase): Omit<ReportedTest, 'file'> {
  const { state, ...more } = test.result()
  const title = test.fullName
  // A passed test has errors where it failed at its first try.
  const [error] = more.errors ?? []
  // A property names its counterexample; what went wrong with it is the cause.
  const reason = [error?.cause?.message ?? [], error?.stack ?? error?.message ?? []].flat().join('; ')
  if (state === 'pending') return { title, result: 'failed', reason, isBrokenOff: true }
  if (state !== 'skipped') return { title, result: state, reason }
  const note = 'note' in more ? more.note : undefined
  return { title, result: state, reason: note ?? /\(skipped: (.*)\)$/u.exec(title)?.[1] ?? '' }
}

function uncaught({
  VITEST_TEST_PATH,
  VITEST_TEST_NAME,
  stack,
  message,
  cause,
}: SerializedError): ReportedTest {
  if (message.startsWith('[vitest-pool]')) return ownTest('failed', PROCESS_ENDED, cause?.message ?? message)
  const file = typeof VITEST_TEST_PATH === 'string' ? VITEST_TEST_PATH : ''
  const test = typeof VITEST_TEST_NAME === 'string' ? VITEST_TEST_NAME : ''
  const title = `an error that no test caught, after "${test}" began`
  return { file, title, result: 'failed', reason: stack ?? message }
}
