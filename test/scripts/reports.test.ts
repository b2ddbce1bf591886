import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { readPlaywrightReport, readVitestReport, tallyOf } from '../../electron/scripts/testing/reports.ts'

const tallyVitest = (report: unknown) => tallyOf(readVitestReport(report))
const tallyPlaywright = (report: unknown) => tallyOf(readPlaywrightReport(report))

function vitestFile(status: string, assertionResults: readonly object[], message = '') {
  return { name: 'a.test.ts', status, message, assertionResults }
}

test('counts what vitest reports and keeps the reasons of skipped tests', () => {
  const assertions = [
    { fullName: ' adds', status: 'passed', meta: {} },
    { fullName: ' subtracts', status: 'failed', meta: {} },
    { fullName: ' opens a window', status: 'skipped', meta: { skipReason: 'no Electron runtime' } },
    { fullName: ' prints', status: 'todo', meta: {} },
  ]
  expect(tallyVitest({ testResults: [vitestFile('failed', assertions)] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    notes: ['Skipped: opens a window (no Electron runtime)', 'Skipped: prints'],
  })
})

test('a test file that could not be loaded is a failure of vitest', () => {
  expect(tallyVitest({ testResults: [vitestFile('failed', [], 'no such module')] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: ['a.test.ts failed: no such module'],
  })
})

test('a test that did not end is a failure of vitest', () => {
  const assertions = [{ fullName: ' hangs', status: 'pending' }]
  expect(tallyVitest({ testResults: [vitestFile('failed', assertions)] }).failed).toBeGreaterThan(0)
})

const spec = (title: string, status: string, annotations: readonly object[] = []) => ({
  file: 'a.spec.ts',
  title,
  tests: [{ status, annotations }],
})

test('counts what Playwright reports in nested suites, and a flaky test as failed', () => {
  const inner = { title: 'inner', specs: [spec('a', 'expected'), spec('b', 'flaky')] }
  const skipped = spec('c', 'skipped', [{ type: 'skip', description: 'no display' }])
  const outer = { title: 'outer', specs: [spec('d', 'unexpected'), skipped], suites: [inner] }
  expect(tallyPlaywright({ suites: [outer], errors: [] })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    notes: ['Skipped: c (no display)'],
  })
})

test('an error outside of any test is a failure of Playwright', () => {
  expect(tallyPlaywright({ suites: [], errors: [{ message: 'No tests found' }] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: ['The end-to-end tests failed: No tests found'],
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
