import { join, relative } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  brokenOffFiles,
  countLine,
  PROCESS_ENDED,
  readReport,
  tallyOf,
  withSecondTry,
  type ReportedTest,
} from '../../electron/scripts/testing/reports.ts'
import { numberOf } from '../../electron/scripts/testing/security-checks.ts'
import { slowSuites, whatItAdds } from '../../electron/scripts/testing/run-tests.ts'

const passing = (file: string, title: string): ReportedTest => ({ file, title, result: 'passed', reason: '' })

test('files whose process ended count as they fare at their second try, and say why', () => {
  const ended = { file: '', title: PROCESS_ENDED, result: 'failed', reason: 'SIGABRT' } as const
  const broken = { file: 'b', title: 'breaks', result: 'failed', reason: '', isBrokenOff: true } as const
  const first = [passing('a', 'adds'), passing('b', 'begins'), broken, ended]
  expect(brokenOffFiles(first)).toEqual(['b'])
  const again = (result: 'passed' | 'failed') =>
    tallyOf(withSecondTry(first, [passing('b', 'begins'), { ...broken, result }]))
  expect(again('passed')).toMatchObject({
    passed: 3,
    failed: 0,
    notes: ['Passed at the second try: b > begins: SIGABRT'],
  })
  expect(again('failed')).toMatchObject({ passed: 2, failed: 1, failures: ['Failed: b > breaks'] })
})

test('counts and names every test that is not simply passed', () => {
  const skipped = { file: 'c', title: 'opens', result: 'skipped', reason: 'no display' } as const
  const failed = { file: 'd', title: 'adds', result: 'failed', reason: 'Error: 1\n    at a.ts' } as const
  const tally = tallyOf([
    passing('a', 'adds'),
    { ...passing('b', 'flickers'), reason: 'late' },
    skipped,
    failed,
  ])
  expect(tally.notes).toEqual(['Skipped: opens (no display)', 'Passed at the second try: b > flickers: late'])
  expect(tally.failures).toEqual(['Failed: d > adds: Error: 1'])
  expect(countLine(tally)).toBe('2 passed, 1 failed, 1 skipped')
})

test.each(['null', '{}', '[1]', 'text'])('%s is no report', (text) => {
  expect(() => readReport(text)).toThrow(/Invalid input|Unexpected token/u)
})

const TESTS = join(import.meta.dirname, '..')

/** What keeps each promise of loss and money in the fast set. */
const PROMISES = {
  'R1 one request per submission': 'core/tasks/kill.test.ts',
  'R2 nothing silent': 'core/tasks/restart.test.ts',
  'R3 a crash anywhere': 'core/tasks/crash-points.test.ts',
  'R3 random kills': 'core/tasks/kill.test.ts',
  'R4 downloads': 'core/results/download/download.test.ts',
  'R5 disk': 'core/tasks/crash-points.test.ts',
  'R6 library': 'core/store/recovery/recover.test.ts',
  'R7 time': 'core/tasks/queue/profile-queue.test.ts',
  'R8 hostile content': 'core/results/find/hostile.test.ts',
} as const

test.each(Object.entries(PROMISES))('%s is kept by the fast set', (_promise, file) => {
  expect(file).not.toContain('.slow.')
  expect(readFileSync(join(TESTS, file), 'utf8')).toMatch(/^test\b/mu)
})

test('every security check is kept by the fast set', () => {
  const files = ['security', 'end-to-end']
    .flatMap((folder) => readdirSync(join(TESTS, folder)).map((name) => join(TESTS, folder, name)))
    .filter((file) => /\.(?:test|spec)\.ts$/u.test(file) && !file.includes('.slow.'))
  const fast = files.flatMap((file) => [
    numberOf(file),
    ...Array.from(readFileSync(file, 'utf8').matchAll(/^describe\('(.*?)'/gmu), ([, title]) =>
      numberOf(file, title),
    ),
  ])
  const numbers = Array.from({ length: 35 }, (_, index) => String(index + 1).padStart(2, '0'))
  expect(numbers.filter((number) => !fast.includes(number))).toEqual([])
})

test('every test that the fast set leaves out, or of which it runs a sample, says what the rest adds', () => {
  const files = readdirSync(TESTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const slow = files.filter(
    (file) => file.includes('.slow.') || /'#test\/stand-ins\/scale\.ts'/u.test(readFileSync(file, 'utf8')),
  )
  const told = slowSuites()
  expect(slow.length).toBeGreaterThan(0)
  for (const file of slow) expect(told.join('\n')).toContain(`${relative(TESTS, file)}: `)
})

test.each([
  ['/**\n * Kills.\n *\n * @slow Fifty kills instead of five.\n */', 'Fifty kills instead of five.'],
  ['/** @slow Every byte. */', 'Every byte.'],
  ['// about @slow suites', null],
])('%j adds %s', (source, added) => {
  expect(whatItAdds(source)).toBe(added)
})
