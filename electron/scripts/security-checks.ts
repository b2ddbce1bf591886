/**
 * The thirty-five security checks by number, and how each came out, from the reports of the runners.
 *
 * A test belongs to the check whose number its file carries (`check-07-navigation.test.ts`). Whatever the reports do not say
 * clearly counts as failed: a check without a test has failed.
 */
import { z } from 'zod'
import { vitestReport } from './vitest-report.ts'

export interface Check {
  /** Two digits. */
  readonly number: string
  readonly name: string
  readonly result: 'pass' | 'fail' | 'skipped'
  /** What failed, or why something was skipped; empty where all passed. */
  readonly reason: string
}

/** One test of a check, as its runner told it. */
export interface CheckedTest {
  readonly file: string
  readonly title: string
  readonly result: Check['result']
  readonly reason: string
}

const NAMES = [
  'web preferences exact',
  'web preferences written out',
  'one IPC wrapper',
  'sender of every call',
  'schema and size of every call',
  'bridge exposes functions and data only',
  'navigation denied',
  'one place opens addresses outside',
  'paths are opened by asset id',
  'permissions denied',
  'fuses',
  'Electron supported and patched',
  'no file pages, debug ports or developer tools',
  'content security policy',
  'no foreign host contacted',
  'media by opaque id',
  'containment by real path',
  'custom scheme',
  'ranges',
  'content types',
  'names on disk generated',
  'nothing breaks out of a header',
  'magic bytes decide the type',
  'SVG and HTML inert',
  'decoding caps',
  'download caps',
  'service JSON bounded and shown as text',
  'key goes to its own origin only',
  'asset addresses',
  'submission once, on a fresh socket',
  'TLS verification never weakened',
  'safeStorage in twelve states',
  'canary key found nowhere',
  'loopback, host, origin and site',
  'launch token, cookie, header token and limits',
] as const

/** The tests of a report of vitest's `json` reporter. Throws when it is none. */
export function readVitestReport(report: unknown): readonly CheckedTest[] {
  return vitestReport
    .parse(report)
    .testResults.flatMap(({ name: file, status, message, assertionResults }) => {
      const tests = assertionResults.map(({ fullName, status, meta }): CheckedTest => {
        const result = status === 'passed' ? 'pass' : /^(?:skipped|todo)$/u.test(status) ? 'skipped' : 'fail'
        return { file, title: fullName.trim(), result, reason: meta?.skipReason ?? reasonIn(fullName) }
      })
      const isShown = status === 'passed' || tests.some(({ result }) => result === 'fail')
      return isShown ? tests : [...tests, { file, title: message, result: 'fail', reason: '' }]
    })
}

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>

const playwrightReport = z.object({ suites: z.array(playwrightSuite) })

/** The tests of a report of Playwright's `json` reporter. Throws when it is none. A flaky test counts as failed. */
export function readPlaywrightReport(report: unknown): readonly CheckedTest[] {
  return playwrightReport.parse(report).suites.flatMap(testsOf)
}

function testsOf({ specs, suites = [] }: PlaywrightSuite): CheckedTest[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations }): CheckedTest => {
      const result = status === 'expected' ? 'pass' : status === 'skipped' ? 'skipped' : 'fail'
      const said = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
      return { file, title, result, reason: said ?? '' }
    }),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

/** All thirty-five, in order. `browser` is why none was started, or null; `browserChecks` are those with a test for one. */
export function judgeChecks(
  tests: readonly CheckedTest[],
  browserChecks: ReadonlySet<string>,
  browser: string | null,
): readonly Check[] {
  return NAMES.map((name, index) => {
    const number = String(index + 1).padStart(2, '0')
    const own = tests.filter(({ file }) => numberOf(file) === number)
    const lacksBrowser = browserChecks.has(number) && !own.some(({ file }) => file.endsWith('.spec.ts'))
    return { number, name, ...judge(lacksBrowser ? [...own, notInBrowser(browser)] : own) }
  })
}

function notInBrowser(why: string | null): CheckedTest {
  const result = why === null ? 'fail' : 'skipped'
  return { file: '', title: 'its part in a browser did not run', result, reason: why ?? '' }
}

/** `NN pass|fail|skipped name (reason)`. */
export function checkLine({ number, name, result, reason }: Check): string {
  const oneLine = reason.replace(/\s+/gu, ' ').trim()
  return `${number} ${result} ${name}${oneLine === '' ? '' : ` (${oneLine})`}`
}

/** The number of the check that a test file belongs to, or null. */
export function numberOf(file: string): string | null {
  return /(?:^|[\\/])check-(\d\d)-[^\\/]*$/u.exec(file)?.[1] ?? null
}

function judge(tests: readonly CheckedTest[]): Pick<Check, 'result' | 'reason'> {
  const failed = tests.find(({ result }) => result === 'fail')
  if (failed) return { result: 'fail', reason: failed.title }
  const skipped = tests.filter(({ result }) => result === 'skipped')
  const why = [...new Set(skipped.map(({ title, reason }) => reason || title))].join('; ')
  if (tests.some(({ result }) => result === 'pass')) {
    return { result: 'pass', reason: skipped.length === 0 ? '' : `in part skipped: ${why}` }
  }
  return skipped.length === 0
    ? { result: 'fail', reason: 'it has no test' }
    : { result: 'skipped', reason: why }
}

/** The reason that a title carries at its end: `starts (skipped: no runtime)`. */
function reasonIn(title: string): string {
  return /\(skipped: (.*)\)$/u.exec(title)?.[1] ?? ''
}
