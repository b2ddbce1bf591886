/** Check 11: what is installed cannot be turned into plain Node, be inspected or be given other code: fuses set, and read back. */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { FUSES, hasFuses, SENTINEL, wrongFuses } from './fuses.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the configuration of the installer sets every fuse', async () => {
  const { electronFuses } = await getConfig(ROOT, null, null)
  // Not a fuse: how the program is signed again after its fuses were set.
  const { resetAdHocDarwinSignature: _, ...fuses } = electronFuses ?? {}
  expect(fuses).toEqual(FUSES)
})

/** A file with a wire of fuses in the order of `FuseV1Options`: the mark, the version, the number of fuses, and each. */
async function programWith(fuses: string): Promise<string> {
  const path = join(await makeTempDir(), 'program')
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, fuses.length]), Buffer.from(fuses)])
  await writeFile(path, Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]))
  return path
}

test.each([
  ['as they must be', '010011100', []],
  ['as they come', '101100111', Object.keys(FUSES)],
  ['without one', '110011100', ['runAsNode']],
] as const)('reads fuses back from a program, %s', async (_, fuses, wrong) => {
  const found = await wrongFuses(await programWith(fuses))
  expect(found.toSorted()).toEqual([...wrong].toSorted())
})

/** Programs that `npm run package` left, by their path. */
function packagedPrograms(): string[] {
  const release = join(ROOT, '.build/release')
  try {
    return readdirSync(release, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?:-unpacked|\.app\/Contents\/MacOS)$/u.test(entry.parentPath))
      .filter(({ name }) => /^(?:atelier|Atelier(?:\.exe)?)$/u.test(name))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

test('the packaged program has the fuses that were set', async ({ skip }) => {
  const programs = packagedPrograms()
  if (programs.length === 0) skip('nothing is packaged here')
  for (const program of programs) {
    if (!(await hasFuses(program))) skip('what is packaged here has a stand-in for the runtime')
    expect(await wrongFuses(program)).toEqual([])
  }
})
