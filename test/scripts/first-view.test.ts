/** What the build costs: what the page loads before its first view (P5 of the design's figures), and what Node holds of a program (P7). */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { BUILD_DIR } from '../../electron/scripts/paths.ts'

const PAGE = join(BUILD_DIR, 'page')
const MAX_BYTES = 250_000
const MAX_MESSAGES_BYTES = 20_000
const isBuilt = existsSync(join(PAGE, 'index.html'))
const suffix = isBuilt ? '' : ' (skipped: Atelier is not built)'

const sizeOf = async (path: string): Promise<number> => gzipSync(await readFile(join(PAGE, path))).length

test.skipIf(!isBuilt)(`a first view loads at most 250 kB of compressed script${suffix}`, async () => {
  const index = await readFile(join(PAGE, 'index.html'), 'utf8')
  const scripts = Array.from(
    index.matchAll(/(?:src|href)="[./]*(assets\/[^"]+\.js)"/gu),
    ([, path = '']) => path,
  )
  expect(scripts.length).toBeGreaterThan(1)
  const sizes = await Promise.all(scripts.map(sizeOf))
  const messages = await Promise.all(LANGUAGE_CODES.map(firstMessages))
  expect(messages.every((size) => size > 0 && size <= MAX_MESSAGES_BYTES)).toBe(true)
  expect(sizes.reduce((sum, size) => sum + size, Math.max(...messages))).toBeLessThan(MAX_BYTES)
})

/** What a language adds before the first view: its messages, and those of the components. */
async function firstMessages(language: string): Promise<number> {
  const files = await readdir(join(PAGE, 'assets'))
  const found = files.find((name) => name.startsWith(`messages-${language}-first-`))
  return found === undefined ? 0 : sizeOf(join('assets', found))
}

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
