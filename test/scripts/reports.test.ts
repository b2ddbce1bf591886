import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { readPlaywrightReport, readVitestReport, tallyOf } from '../../electron/scripts/testing/reports.ts'

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

test('counts what Playwright reports in nested suites, and a flaky test as failed', () => {
  const failed = { error: { message: 'Error: toBeVisible() failed\n\nLocator: button' } }
  const inner = { title: 'inner', specs: [spec('a', 'expected'), spec('b', 'flaky', [], [failed, {}])] }
  const skipped = spec('c', 'skipped', [{ type: 'skip', description: 'no display' }])
  const outer = { title: 'outer', specs: [spec('d', 'unexpected'), skipped], suites: [inner] }
  expect(tallyPlaywright({ suites: [outer], errors: [] })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    notes: ['Skipped: c (no display)'],
    failures: ['Failed: a.spec.ts > d', 'Failed: a.spec.ts > b: Error: toBeVisible() failed Locator: button'],
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
