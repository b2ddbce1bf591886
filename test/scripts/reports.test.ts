import { join, relative } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import {
  brokenOffFiles,
  PROCESS_ENDED,
  readPlaywrightReport,
  readVitestReport,
  tallyOf,
  withSecondTry,
} from '../../electron/scripts/testing/reports.ts'
import { numberOf } from '../../electron/scripts/testing/security-checks.ts'
import { slowSuites, whatItAdds } from '../../electron/scripts/testing/run-tests.ts'

const tallyVitest = (report: unknown) => tallyOf(readVitestReport(report))
const tallyPlaywright = (report: unknown) => tallyOf(readPlaywrightReport(report))

function vitestFile(status: string, assertionResults: readonly object[], message = '') {
  return { name: 'a.test.ts', status, message, assertionResults }
}

const STACK = `AssertionError: expected 1 to be 2 // Object.is
    at ${process.cwd()}/a.test.ts:3:4`

test('counts what vitest reports, says what failed and keeps the reasons of skipped tests', () => {
  const assertions = [
    { fullName: ' adds', status: 'passed', meta: {} },
    { fullName: ' subtracts', status: 'failed', meta: {}, failureMessages: [`\u001B[31m${STACK}`] },
    { fullName: ' opens a window', status: 'skipped', meta: { skipReason: 'no Electron runtime' } },
    { fullName: ' prints', status: 'todo', meta: {} },
  ]
  expect(tallyVitest({ testResults: [vitestFile('failed', assertions)] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    notes: ['Skipped: opens a window (no Electron runtime)', 'Skipped: prints'],
    failures: ['Failed: a.test.ts > subtracts: AssertionError: expected 1 to be 2 // Object.is'],
  })
})

const OWN_FILE = join(import.meta.dirname, '../b.test.ts')

test('a test file that could not be loaded is a failure of vitest', () => {
  expect(
    tallyVitest({ testResults: [{ ...vitestFile('failed', [], 'no such module'), name: OWN_FILE }] }),
  ).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: [],
    failures: ['Failed: test/b.test.ts > the file: no such module'],
  })
})

test('an error that no test caught is a failure of vitest', () => {
  const meta = {
    unhandled: [{ file: 'b.test.ts', title: 'an error', reason: 'Error: read ECONNRESET\n    at Socket' }],
  }
  const report = { testResults: [vitestFile('passed', [{ fullName: ' adds', status: 'passed', meta }])] }
  expect(tallyVitest(report)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['Failed: b.test.ts > an error: Error: read ECONNRESET'],
  })
})

test('a test that did not end is a failure of vitest', () => {
  const assertions = [{ fullName: ' hangs', status: 'pending' }]
  expect(tallyVitest({ testResults: [vitestFile('failed', assertions)] }).failed).toBeGreaterThan(0)
})

test('files whose process ended are known, fail, and count as they fare at their second try', () => {
  const unhandled = [{ file: '', title: PROCESS_ENDED, reason: 'Worker exited with signal SIGABRT' }]
  const adds = { fullName: ' adds', status: 'passed', meta: { unhandled } }
  const broken = { fullName: ' breaks', status: 'pending' }
  const report = (status: string, changed: object) => ({
    testResults: [
      { ...vitestFile('passed', [adds]), name: 'a.test.ts' },
      { ...vitestFile(status, [{ fullName: ' begins', status: 'passed' }, changed]), name: 'b.test.ts' },
    ],
  })
  const first = report('failed', broken)
  expect(brokenOffFiles(first)).toEqual(['b.test.ts'])
  expect(brokenOffFiles({ testResults: [vitestFile('failed', [])] })).toEqual(['a.test.ts'])
  expect(tallyVitest(first).failures).toEqual([
    `Failed: ${PROCESS_ENDED}: Worker exited with signal SIGABRT`,
    'Failed: b.test.ts > breaks',
  ])

  const again = (status: string) => {
    const ran = [
      vitestFile(status, [
        { fullName: ' begins', status: 'passed' },
        { ...broken, status },
      ]),
    ]
    const second = readVitestReport({ testResults: ran.map((file) => ({ ...file, name: 'b.test.ts' })) })
    return tallyOf(withSecondTry(readVitestReport(first), ['b.test.ts'], second))
  }
  const note = 'Passed at the second try: b.test.ts > begins: Worker exited with signal SIGABRT'
  expect(again('passed')).toMatchObject({ passed: 3, failed: 0, notes: [note] })
  expect(again('failed')).toMatchObject({ passed: 2, failed: 1, failures: ['Failed: b.test.ts > breaks'] })
})

const spec = (
  title: string,
  status: string,
  annotations: readonly object[] = [],
  results: readonly object[] = [],
) => ({
  file: 'a.spec.ts',
  title,
  tests: [{ status, annotations, results }],
})

test('counts what Playwright reports in nested suites, and says what passed at its second try only', () => {
  const failed = { error: { message: 'Error: toBeVisible() failed\n\nLocator: button' } }
  const inner = { title: 'inner', specs: [spec('a', 'expected'), spec('b', 'flaky', [], [failed, {}])] }
  const skipped = spec('c', 'skipped', [{ type: 'skip', description: 'no display' }])
  const outer = { title: 'outer', specs: [spec('d', 'unexpected'), skipped], suites: [inner] }
  expect(tallyPlaywright({ suites: [outer], errors: [] })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    notes: [
      'Skipped: c (no display)',
      'Passed at the second try: a.spec.ts > b: Error: toBeVisible() failed Locator: button',
    ],
    failures: ['Failed: a.spec.ts > d'],
  })
})

test('an error outside of any test is a failure of Playwright', () => {
  expect(tallyPlaywright({ suites: [], errors: [{ message: 'No tests found' }] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: [],
    failures: ['Failed: The end-to-end tests: No tests found'],
  })
})

test.each([null, {}, { testResults: 1 }, 'text'])('%j is no report', (report) => {
  expect(() => tallyVitest(report)).toThrow(ZodError)
  expect(() => tallyPlaywright(report)).toThrow(ZodError)
})

test('keeps the file of every test, and the reason that a title carries', () => {
  const assertions = [
    { fullName: ' starts (skipped: no runtime)', status: 'skipped' },
    { fullName: ' packs', status: 'skipped', meta: { skipReason: 'nothing is packaged' } },
  ]
  expect(readVitestReport({ testResults: [vitestFile('passed', assertions)] })).toEqual([
    { file: 'a.test.ts', title: 'starts (skipped: no runtime)', result: 'skipped', reason: 'no runtime' },
    { file: 'a.test.ts', title: 'packs', result: 'skipped', reason: 'nothing is packaged' },
  ])
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
