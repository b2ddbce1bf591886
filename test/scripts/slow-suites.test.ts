import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { slowSuites, whatItAdds } from '../../electron/scripts/testing/slow-suites.ts'

const TESTS = join(import.meta.dirname, '..')

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
