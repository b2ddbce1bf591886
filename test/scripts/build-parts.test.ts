/** A rebuild takes no part away from a program that runs, and keeps none for good. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { keepParts } from '../../electron/scripts/build/build.ts'

test('keeps the parts of earlier builds for a week, and nothing else of them', async () => {
  const dir = await makeTempDir()
  const [earlier, fresh] = [join(dir, 'earlier'), join(dir, 'fresh')]
  const recent = ['main.js', 'undici-0a1b2c3d.js', 'undici-0a1b2c3d.js.map', 'kept-worker.js']
  for (const folder of [earlier, fresh]) await mkdir(folder)
  for (const name of [...recent, 'undici-00000000.js']) await writeFile(join(earlier, name), 'earlier')
  const old = new Date(Date.now() - 8 * 24 * 3_600_000)
  await utimes(join(earlier, 'undici-00000000.js'), old, old)
  for (const name of ['main.js', 'undici-99999999.js']) await writeFile(join(fresh, name), 'fresh')
  await keepParts(earlier, fresh)
  expect((await readdir(fresh)).toSorted()).toEqual([
    'main.js',
    'undici-0a1b2c3d.js',
    'undici-0a1b2c3d.js.map',
    'undici-99999999.js',
  ])
  await expect(keepParts(join(dir, 'none'), fresh)).resolves.toBeUndefined()
})
