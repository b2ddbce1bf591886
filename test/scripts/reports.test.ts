import { join, relative } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  brokenOffFiles,
  lastLines,
  ownTest,
  PROCESS_ENDED,
  readReport,
  withSecondTry,
  type ReportedTest,
} from '../../electron/scripts/testing/reports.ts'
import { numberOf } from '../../electron/scripts/testing/security-checks.ts'
import { slowSuites, whatItAdds } from '../../electron/scripts/testing/run-tests.ts'

const passing = (file: string, title: string): ReportedTest => ({ file, title, result: 'passed', reason: '' })

test('files whose process ended count as they fare at their second try, and say why', () => {
  const broken = { file: 'b', title: 'breaks', result: 'failed', reason: '', isBrokenOff: true } as const
  const ended = ownTest('failed', PROCESS_ENDED, 'SIGABRT')
  const first = [passing('a', 'adds'), passing('b', 'begins'), broken, ended]
  expect(brokenOffFiles(first)).toEqual(['b'])
  const again = (result: 'passed' | 'failed') =>
    lastLines(withSecondTry(first, [passing('b', 'begins'), { ...broken, result }]), 'Time')
  const begins = 'Passed at the second try: b > begins: SIGABRT'
  expect(again('passed')).toEqual([begins, 'Time', '3 passed, 0 failed'])
  expect(again('failed')).toEqual([begins, 'Failed: b > breaks', 'Time', '2 passed, 1 failed'])
})

test('counts and names every test that is not simply passed', () => {
  const tests: readonly ReportedTest[] = [
    passing('a', 'adds'),
    { ...passing('b', 'flickers'), reason: 'late' },
    { file: 'c', title: 'opens', result: 'skipped', reason: 'no display' },
    { file: 'd', title: 'adds', result: 'failed', reason: 'Error: 1\n    at a.ts' },
    ownTest('failed', 'Lint found something:\none line\nanother'),
  ]
  expect(lastLines(tests, 'Time')).toEqual([
    'Skipped: opens (no display)',
    'Passed at the second try: b > flickers: late',
    'Failed: d > adds: Error: 1',
    'Failed: Lint found something:\none line\nanother',
    'Time',
    '2 passed, 2 failed, 1 skipped',
  ])
})

test.each(['null', '{}', '[1]', 'text'])('%s is no report', (text) => {
  expect(() => readReport(text)).toThrow(/Invalid input|Unexpected token/u)
})

const TESTS = join(import.meta.dirname, '..')

/** What shows each promise of loss and money, and the main path, in the fast set: a file, and how the title of its test begins. */
const PROMISES = {
  'R1 one request per submission': ['core/tasks/kill.test.ts', 'pays for no submission twice'],
  'R2 nothing silent': ['core/tasks/restart.test.ts', 'finds a task that was being sent as unknown'],
  'R3 a crash anywhere': ['core/tasks/crash-points.test.ts', 'ends well whichever write'],
  'R3 random kills': ['core/tasks/kill.test.ts', 'ends well after kills at random moments'],
  'R4 downloads': ['core/results/download/download.test.ts', 'keeps no wrong file of many hostile downloads'],
  'R5 disk': ['core/tasks/crash-points.test.ts', 'lives on, says so, and saves'],
  'R6 library': ['core/store/recovery/recover.test.ts', 'comes back from damage'],
  'R7 time': ['core/tasks/queue/profile-queue.test.ts', 'polls at once, and without a burst'],
  'R8 hostile content': ['core/results/find/hostile.test.ts', '${RESULTS} hostile results'],
  'R9 money': ['core/agents/agents.test.ts', 'sends what its budget allows and no more'],
  'R10 sequences': ['core/sequences/generate.test.ts', 'an unknown outcome is open and never sent again'],
  'the whole way': ['core/tasks/life.test.ts', 'leads a task from the press of the button'],
} as const

test.each(Object.entries(PROMISES))('%s is kept by the fast set', (_promise, [file, title]) => {
  expect(file).not.toContain('.slow.')
  expect(
    fastTests(readFileSync(join(TESTS, file), 'utf8')).filter((one) => one.startsWith(title)),
  ).toHaveLength(1)
})

/** The titles of what `test` registers, and not `slow`. */
function fastTests(source: string): readonly string[] {
  const calls = source.matchAll(/^ *test(?:\.\w+\([^\n]*\))?\(\s*(['"`])(?<title>.*?)\1/gmu)
  return Array.from(calls, ({ groups }) => groups?.['title'] ?? '')
}

test('every security check is kept by the fast set', () => {
  const files = ['security', 'end-to-end']
    .flatMap((folder) => readdirSync(join(TESTS, folder)).map((name) => join(TESTS, folder, name)))
    .filter((file) => /\.(?:test|spec)\.ts$/u.test(file) && !file.includes('.slow.'))
  const fast = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^(?=describe\()/mu)
      .filter((part) => /^ *test\b/mu.test(part))
      .map((part) => numberOf(file, /^describe\('(.*?)'/u.exec(part)?.[1])),
  )
  const numbers = Array.from({ length: 35 }, (_, index) => String(index + 1).padStart(2, '0'))
  expect(numbers.filter((number) => !fast.includes(number))).toEqual([])
})

test('every file that the fast set leaves out, or of which it runs a sample, says what the rest adds', () => {
  const files = readdirSync(TESTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const slow = files.filter(
    (file) => file.includes('.slow.') || /\bscaled\b/u.test(readFileSync(file, 'utf8')),
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
