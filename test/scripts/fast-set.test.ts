import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { numberOf } from '../../electron/scripts/testing/security-checks.ts'
import { slowSuites, whatItAdds } from '../../electron/scripts/testing/run-tests.ts'

const TESTS = join(import.meta.dirname, '..')

/** What keeps each promise of loss and money in the fast set. */
const PROMISES = {
  'R1 one request per submission': 'core/tasks/kill.test.ts',
  'R2 nothing silent': 'core/tasks/restart.test.ts',
  'R3 a crash anywhere': 'core/tasks/crash-points.test.ts',
  'R3 random kills': 'core/tasks/kill.test.ts',
  'R4 downloads': 'core/results/download/hostile-downloads.test.ts',
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
  const fast = ['security', 'end-to-end']
    .flatMap((folder) => readdirSync(join(TESTS, folder)))
    .filter((name) => /\.(?:test|spec)\.ts$/u.test(name) && !name.includes('.slow.'))
  const numbers = Array.from({ length: 35 }, (_, index) => String(index + 1).padStart(2, '0'))
  expect(numbers.filter((number) => !fast.some((name) => numberOf(name) === number))).toEqual([])
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
