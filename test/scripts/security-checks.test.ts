import { expect, test } from 'vitest'
import type { ReportedTest } from '../../electron/scripts/testing/reports.ts'
import { checkLine, judgeChecks, numberOf } from '../../electron/scripts/testing/security-checks.ts'

const NONE: ReadonlySet<string> = new Set()
const ran = (file: string, result: ReportedTest['result'], reason = ''): ReportedTest => ({
  file,
  title: `of ${file}`,
  result,
  reason,
})

test('has thirty-five lines, whatever ran, and a check without a test has failed', () => {
  const lines = judgeChecks([], NONE, null).map(checkLine)
  expect(lines).toHaveLength(35)
  expect(lines[0]).toBe('01 fail web preferences exact (it has no test)')
  expect(lines.every((line, index) => line.startsWith(`${String(index + 1).padStart(2, '0')} fail `))).toBe(
    true,
  )
})

test.each<[string, readonly ReportedTest[], string]>([
  [
    'all passed',
    [ran('a/check-07-x.test.ts', 'passed'), ran('check-07-y.test.ts', 'passed')],
    'pass navigation denied',
  ],
  [
    'one failed',
    [ran('check-07-x.test.ts', 'passed'), ran('check-07-y.test.ts', 'failed')],
    'fail navigation denied (of check-07-y.test.ts)',
  ],
  [
    'a part was skipped',
    [ran('check-07-x.test.ts', 'passed'), ran('check-07-y.test.ts', 'skipped', 'not\nhere')],
    'pass navigation denied (in part skipped: not here)',
  ],
  [
    'all was skipped',
    [ran('check-07-x.test.ts', 'skipped', 'no runtime')],
    'skipped navigation denied (no runtime)',
  ],
  ['only others ran', [ran('check-08-x.test.ts', 'passed')], 'fail navigation denied (it has no test)'],
])('says of a check of which %s so', (_, tests, line) => {
  expect(judgeChecks(tests, NONE, null).map(checkLine)[6]).toBe(`07 ${line}`)
})

test('a part in a browser that did not run is skipped where there is none, and failed where there was one', () => {
  const tests = [ran('check-35-x.test.ts', 'passed')]
  const last = (why: string | null) => judgeChecks(tests, new Set(['35']), why).at(-1)
  expect(last('no Chromium')).toMatchObject({ result: 'pass', reason: 'in part skipped: no Chromium' })
  expect(last(null)).toMatchObject({ result: 'fail', reason: 'its part in a browser did not run' })
  const both = [...tests, ran('check-35-y.spec.ts', 'passed')]
  expect(judgeChecks(both, new Set(['35']), null).at(-1)).toMatchObject({ result: 'pass', reason: '' })
})

test.each([
  ['/a/test/security/check-05-schemas.test.ts', '03 of it', '05'],
  [String.raw`C:\a\check-35-sessions.spec.ts`, '', '35'],
  ['check-media.test.ts', '16 media by opaque id finds nothing', '16'],
  ['check-media.test.ts', 'finds 16', null],
  ['other.test.ts', '16 foxes', null],
  ['check-7-x.test.ts', '', null],
  ['recheck-07-x.test.ts', '', null],
  ['check-07-x/other.test.ts', '', null],
])('%s, "%s" belongs to check %s', (file, title, number) => {
  expect(numberOf(file, title)).toBe(number)
})
