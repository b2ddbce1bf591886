/** What the build costs: what the page loads before its first view (P5 of the design's figures), and what Node holds of a program (P7). */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BUILD_DIR } from '../../electron/scripts/paths.ts'

const PAGE = join(BUILD_DIR, 'page')
const MOST_BYTES = 250_000
const isBuilt = existsSync(join(PAGE, 'index.html'))
const suffix = isBuilt ? '' : ' (skipped: Atelier is not built)'

test.skipIf(!isBuilt)(`a first view loads at most 250 kB of compressed script${suffix}`, async () => {
  const index = await readFile(join(PAGE, 'index.html'), 'utf8')
  const scripts = Array.from(
    index.matchAll(/(?:src|href)="[./]*(assets\/[^"]+\.js)"/gu),
    ([, path = '']) => path,
  )
  expect(scripts.length).toBeGreaterThan(1)
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(PAGE, path))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
})

test.skipIf(!isBuilt)(
  `a program's text is plain ASCII, of which Node holds half as much${suffix}`,
  async () => {
    const texts = await Promise.all(
      ['web/main.js', 'web/search-worker.js', 'desktop/main.js'].map((path) =>
        readFile(join(BUILD_DIR, path), 'latin1'),
      ),
    )
    expect(texts.map((text) => /[\u0080-\u00ff]/u.exec(text))).toEqual(texts.map(() => null))
  },
)
