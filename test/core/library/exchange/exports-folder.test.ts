/** The folder that exports go to, in which the user renames files meanwhile. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import { createExportsFolder, type ExportsFolder } from '#core/library/exchange/exports-folder.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { namesIn } from './fixtures.ts'

async function write(exports: ExportsFolder, stem: string, text: string): Promise<string> {
  const written = await exports.write(stem, 'mp4', async (part) => {
    await writeFile(part, text)
    return succeed(null)
  })
  return written.ok ? written.data.name : ''
}

test('a file that got its name from the user meanwhile is not replaced', async () => {
  const exports = createExportsFolder(await makeTempDir())
  expect(await write(exports, 'Film', 'first cut')).toBe('Film.mp4')
  await rename(join(exports.path, 'Film.mp4'), join(exports.path, 'Film final.mp4'))
  expect(await write(exports, 'Film final', 'second cut')).toBe('Film final (2).mp4')
  expect([
    await readFile(join(exports.path, 'Film final.mp4'), 'utf8'),
    await readFile(join(exports.path, 'Film final (2).mp4'), 'utf8'),
    await namesIn(exports.path),
  ]).toEqual(['first cut', 'second cut', ['Film final (2).mp4', 'Film final.mp4']])
})

test('a folder that was made there meanwhile is not written into', async () => {
  const exports = createExportsFolder(await makeTempDir())
  await exports.part()
  await mkdir(join(exports.path, 'Atelier'))
  expect(await exports.makeFolder('Atelier')).toBe(join(exports.path, 'Atelier (2)'))
})
