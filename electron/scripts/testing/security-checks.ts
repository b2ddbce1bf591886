/**
 * The thirty-five security checks by number, and how each came out, from the reports of the runners.
 *
 * A test belongs to the check whose number its file carries (`check-05-schemas.test.ts`); in a file of several (`check-media.test.ts`),
 * to the one with whose number its title begins. Whatever the reports do not say clearly counts as failed: a check without a test has
 * failed.
 */
import type { ReportedTest } from './reports.ts'

export interface Check {
  /** Two digits. */
  readonly number: string
  readonly name: string
  readonly result: 'pass' | 'fail' | 'skipped'
  /** What failed, or why something was skipped; empty where all passed. */
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

/** All thirty-five, in order. `browser` is why none was started, or null; `browserChecks` are those with a test for one. */
export function judgeChecks(
  tests: readonly ReportedTest[],
  browserChecks: ReadonlySet<string>,
  browser: string | null,
): readonly Check[] {
  return NAMES.map((name, index) => {
    const number = String(index + 1).padStart(2, '0')
    const own = tests.filter(({ file, title }) => numberOf(file, title) === number)
    const lacksBrowser = browserChecks.has(number) && !own.some(({ file }) => file.endsWith('.spec.ts'))
    return { number, name, ...judge(lacksBrowser ? [...own, notInBrowser(browser)] : own) }
  })
}

function notInBrowser(why: string | null): ReportedTest {
  const result = why === null ? 'failed' : 'skipped'
  return { file: '', title: 'its part in a browser did not run', result, reason: why ?? '' }
}

/** `NN pass|fail|skipped name (reason)`. */
export function checkLine({ number, name, result, reason }: Check): string {
  const oneLine = reason.replace(/\s+/gu, ' ').trim()
  return `${number} ${result} ${name}${oneLine === '' ? '' : ` (${oneLine})`}`
}

/** The number of the check that a test belongs to, or null. */
export function numberOf(file: string, title = ''): string | null {
  const [, number, name] = /(?:^|[\\/])check-(?:(\d\d)-)?([^\\/]*)$/u.exec(file) ?? []
  if (name === undefined) return null
  return number ?? /^(\d\d) /u.exec(title)?.[1] ?? null
}

function judge(tests: readonly ReportedTest[]): Pick<Check, 'result' | 'reason'> {
  const failed = tests.find(({ result }) => result === 'failed')
  if (failed) return { result: 'fail', reason: failed.title }
  const skipped = tests.filter(({ result }) => result === 'skipped')
  const why = [...new Set(skipped.map(({ title, reason }) => reason || title))].join('; ')
  if (tests.some(({ result }) => result === 'passed')) {
    return { result: 'pass', reason: skipped.length === 0 ? '' : `in part skipped: ${why}` }
  }
  return skipped.length === 0
    ? { result: 'fail', reason: 'it has no test' }
    : { result: 'skipped', reason: why }
}
