/**
 * What the reporters write of real runs of vitest and Playwright is what `npm test` counts.
 *
 * @slow Five runs of their own, of some files each.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { built } from '../../electron/scripts/paths.ts'
import {
  brokenOffFiles,
  lastLines,
  PROCESS_ENDED,
  readReport,
  REPORT_VARIABLE,
  type ReportedTest,
} from '../../electron/scripts/testing/reports.ts'
import { toolScript } from '../../electron/scripts/tools.ts'

const TESTING = join(import.meta.dirname, '../../electron/scripts/testing')

/** What a runner's reporter says of these files; null where it left no report. Files are named from the folder. */
async function reportOf(
  runner: 'vitest' | 'playwright',
  files: Readonly<Record<string, string>>,
  set = 'all',
): Promise<readonly ReportedTest[] | null> {
  // In the checkout, where the runners are found.
  await mkdir(built('test'), { recursive: true })
  const folder = await mkdtemp(built('test/reports-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const report = join(folder, 'report.json')
  const reporter = `--reporter=${join(TESTING, `${runner}-report.ts`)}`
  const command =
    runner === 'vitest'
      ? [toolScript('vitest'), 'run', `--root=${folder}`, '--retry=1']
      : [
          toolScript('@playwright/test', 'playwright'),
          'test',
          `--config=${folder}`,
          // Without it, beside the next package.json.
          `--output=${join(folder, 'results')}`,
          '--retries=1',
        ]
  const child = spawn(process.execPath, [...command, reporter], {
    cwd: folder,
    env: { ...process.env, ATELIER_TESTS: set, [REPORT_VARIABLE]: report },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  const text = await readFile(report, 'utf8').catch(() => null)
  const named = (file: string) => file && relative(folder, file)
  return text === null ? null : readReport(text).map((one) => ({ ...one, file: named(one.file) }))
}

const FLAKY = `let tries = 0
test('flickers', () => { if (++tries === 1) throw new Error('too early') })`

test('vitest: what the fast set leaves out is not told as skipped', async () => {
  const tests = await reportOf(
    'vitest',
    {
      'a.test.js': `import { test } from 'vitest'
        test('adds', () => undefined)
        test.skip('adds for an hour', () => undefined)
        test.skip('starts (skipped: no runtime)', () => undefined)
        test('opens a window', (context) => context.skip('no Electron runtime'))`,
    },
    'fast',
  )
  expect(tests?.map(({ title, reason }) => [title, reason])).toEqual([
    ['adds', ''],
    ['starts (skipped: no runtime)', 'no runtime'],
    ['opens a window', 'no Electron runtime'],
  ])
})

test('vitest: counts, says what failed, why it was skipped and what passed at its second try', async () => {
  const tests = await reportOf('vitest', {
    'a.test.js': `import { describe, test, expect } from 'vitest'
      test('adds', () => undefined)
      describe('numbers', () => test('subtracts', () => expect(1).toBe(2)))
      test('holds', () => { throw new Error('Property failed', { cause: new Error('passed the cap') }) })
      test('opens a window', (context) => context.skip('no Electron runtime'))
      test.skip('starts (skipped: no runtime)', () => undefined)
      test.todo('prints')
      ${FLAKY}`,
    'b.test.js': `import './gone.js'`,
    'c.test.js': `import { test } from 'vitest'
      test('leaves something behind', async () => {
        setTimeout(() => { throw new Error('read ECONNRESET') })
        await new Promise((resolve) => setTimeout(resolve, 20))
      })`,
  })
  const lines = lastLines(tests ?? [], 'Time')
  expect(lines.toSorted()).toEqual([
    '3 passed, 4 failed, 3 skipped',
    'Failed: a.test.js > holds: passed the cap; Error: Property failed',
    expect.stringMatching(/^Failed: a\.test\.js > numbers > subtracts: AssertionError: expected 1 to be 2/u),
    expect.stringMatching(/^Failed: b\.test\.js > the file: .*gone\.js/u),
    expect.stringMatching(/^Failed: c\.test\.js > an error that no test caught, .*: Error: read ECONNRESET/u),
    'Passed at the second try: a.test.js > flickers: Error: too early',
    'Skipped: opens a window (no Electron runtime)',
    'Skipped: prints',
    'Skipped: starts (skipped: no runtime) (no runtime)',
    'Time',
  ])
})

test('vitest: a process that ended leaves files that were broken off', async () => {
  const tests = await reportOf('vitest', {
    'a.test.js': `import { test } from 'vitest'
      test('adds', () => undefined)
      test('breaks', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined) })`,
  })
  expect(brokenOffFiles(tests ?? [])).toEqual(['a.test.js'])
  expect(tests?.find(({ title }) => title === PROCESS_ENDED)).toMatchObject({ result: 'failed' })
})

test('Playwright: counts, says what failed, why it was skipped and what passed at its second try', async () => {
  const tests = await reportOf('playwright', {
    'a.spec.js': `import { test, expect } from '@playwright/test'
      import { existsSync, writeFileSync } from 'node:fs'
      test.describe('inner', () => test('adds', () => undefined))
      test('subtracts', () => expect(1).toBe(2))
      test('opens a window', () => test.skip(true, 'no display'))
      test('flickers', () => {
        const wasHere = existsSync('here')
        writeFileSync('here', '')
        if (!wasHere) throw new Error('too early')
      })`,
  })
  expect(lastLines(tests ?? [], 'Time')).toEqual([
    'Skipped: opens a window (no display)',
    'Passed at the second try: a.spec.js > flickers: Error: too early',
    expect.stringMatching(/^Failed: a\.spec\.js > subtracts: Error: expect/u),
    'Time',
    '2 passed, 1 failed, 1 skipped',
  ])
})

test('Playwright: an error outside of any test is a failure', async () => {
  const tests = await reportOf('playwright', { 'a.spec.js': `import './gone.js'` })
  expect(tests?.[0]).toMatchObject({ file: '', title: 'The end-to-end tests', result: 'failed' })
  expect(tests?.[0]?.reason).toContain('gone.js')
})
