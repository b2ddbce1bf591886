import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFileDurably } from '#core/store/files.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('many writers of one file all succeed, one of them whole, and leave nothing beside it', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'deep', 'file.bin')
  const bodies = Array.from({ length: 20 }, (_, number) => String(number).repeat(100_000))
  await Promise.all(bodies.map((body) => writeFileDurably(path, body)))
  expect(bodies).toContain(await readFile(path, 'utf8'))
  expect(await readdir(join(folder, 'deep'))).toEqual(['file.bin'])
})

test('a write that fails leaves what was there, and nothing beside it', async () => {
  const folder = await makeTempDir()
  await mkdir(join(folder, 'taken'))
  await expect(writeFileDurably(join(folder, 'taken'), 'x')).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['taken'])
})
