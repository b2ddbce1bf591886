/** The parts of a built program: whose they are, and how long they stay. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropKeptParts, ensureBuilt, keepParts } from '../../electron/scripts/build/build.ts'
import { isPart } from '../../electron/scripts/build/targets.ts'
import { built } from '../../electron/scripts/paths.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const HOUR_MS = 3_600_000

slow.each(['web', 'desktop'])(
  'what a part of the %s host asks for is a part of it, and is there',
  async (folder) => {
    await ensureBuilt()
    const names = await readdir(built(folder))
    const parts = names.filter(isPart)
    expect(parts.length).toBeGreaterThan(8)
    for (const name of ['main.js', ...parts]) {
      const text = await readFile(join(built(folder), name), 'utf8')
      const asked = Array.from(text.matchAll(/(?:from|import\() ?"\.\/([^"]+)"/gu), ([, file = '']) => file)
      for (const file of asked) {
        expect(file).toMatch(/^main\./u)
        expect(existsSync(join(built(folder), file)), `${name} asks for ${file}`).toBe(true)
      }
    }
  },
)

test('the parts of the build before stay, those of an earlier one go, and a package has neither', async () => {
  const [before, after] = [await makeTempDir(), await makeTempDir()]
  const now = Date.now()
  const put = async (folder: string, name: string, at: number): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), at / 1_000, at / 1_000)
  }
  await put(before, 'main.js', now - HOUR_MS)
  await put(before, 'main.undici.aaaaaaaa.js', now - HOUR_MS)
  await put(before, 'main.undici.bbbbbbbb.js', now - 2 * HOUR_MS)
  await put(before, 'reader-worker.js', now - HOUR_MS)
  await put(before, 'gone.undici.dddddddd.js', now - HOUR_MS)
  await put(after, 'main.js', now)
  await put(after, 'main.undici.cccccccc.js', now)

  await keepParts(before, after)
  const made = ['main.js', 'main.undici.cccccccc.js']
  expect((await readdir(after)).toSorted()).toEqual([...made, 'main.undici.aaaaaaaa.js'].toSorted())
  await dropKeptParts(after)
  expect((await readdir(after)).toSorted()).toEqual(made)
})
