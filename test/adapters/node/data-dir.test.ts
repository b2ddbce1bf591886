import { readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chooseDataDir, prepareDataDir } from '#adapters/node/data-dir.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'

test('takes the argument, then the environment, then the place of the system', () => {
  expect(chooseDataDir('a', { ATELIER_DATA_DIR: '/b' })).toBe(resolve('a'))
  expect(chooseDataDir(undefined, { ATELIER_DATA_DIR: '/b' })).toBe(resolve('/b'))
  expect(chooseDataDir(undefined, { ATELIER_DATA_DIR: '' })).toMatch(/[/\\]Atelier([/\\]|$)/)
})

test('makes a folder several levels deep and leaves nothing in it', async () => {
  const dataDir = join(await makeTempDir(), 'a', 'b')
  expect(await prepareDataDir(dataDir)).toEqual({ ok: true, data: dataDir })
  expect(await prepareDataDir(dataDir)).toEqual({ ok: true, data: dataDir })
  expect(await readdir(dataDir)).toEqual([])
})

test('refuses a folder that is a file, or lies in one', async () => {
  const file = join(await makeTempDir(), 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'inside')]) {
    expect(await prepareDataDir(dataDir)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  }
})

test.runIf(process.platform === 'linux')('answers where no folder can be made', async () => {
  expect(await prepareDataDir('/proc/a/b')).toMatchObject({ ok: false, error: { code: 'disk_error' } })
})

test('sees that a disk is full, though an empty file finds room', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryTmpfs(dataDir, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(65_536))
  expect(await prepareDataDir(dataDir)).toMatchObject({ ok: false, error: { code: 'disk_full' } })
  expect(await readdir(dataDir)).toEqual(['filler'])
})
