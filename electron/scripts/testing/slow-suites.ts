/**
 * What `npm test -- --all` adds, as the tests say themselves: a line of a test file that begins with `@slow` tells it.
 *
 * The fast set leaves out every `*.slow.test.ts`; other files with such a line run a smaller number there (`test/stand-ins/scale.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../paths.ts'

const TESTS = join(ROOT, 'test')

/** One line each, by file. */
export function slowSuites(): readonly string[] {
  const files = readdirSync(TESTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:test|spec|config)\.tsx?$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return files.flatMap((file) => {
    const added = whatItAdds(readFileSync(file, 'utf8'))
    return added === null ? [] : [`${relative(TESTS, file)}: ${added}`]
  })
}

/** The sentence behind `@slow`, or null. */
export function whatItAdds(source: string): string | null {
  return /^\s*(?:\/\*\*|\*) @slow (.+?)(?: \*\/)?$/mu.exec(source)?.[1] ?? null
}
