/** Check 11: what is installed cannot be turned into plain Node, be inspected or be given other code: fuses set, and read back. */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseV1Options, FuseVersion, getCurrentFuseWire, type FuseConfig } from '@electron/fuses'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const ROOT = join(import.meta.dirname, '../..')

/** As they must be, by electron-builder's names. */
const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
} as const

const WIRE: readonly (readonly [option: FuseV1Options, name: keyof typeof FUSES])[] = [
  [FuseV1Options.RunAsNode, 'runAsNode'],
  [FuseV1Options.EnableCookieEncryption, 'enableCookieEncryption'],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, 'enableNodeOptionsEnvironmentVariable'],
  [FuseV1Options.EnableNodeCliInspectArguments, 'enableNodeCliInspectArguments'],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, 'enableEmbeddedAsarIntegrityValidation'],
  [FuseV1Options.OnlyLoadAppFromAsar, 'onlyLoadAppFromAsar'],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, 'grantFileProtocolExtraPrivileges'],
]

/** By this a program of Electron is known (`@electron/fuses`, constants). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [ENABLED, DISABLED] = ['1'.charCodeAt(0), '0'.charCodeAt(0)]

/** Whether the program at `path` is one of Electron and has fuses at all. */
async function hasFuses(path: string): Promise<boolean> {
  return (await readFile(path)).includes(SENTINEL)
}

/** The names of the fuses in the program at `path` that are not as they must be. */
async function wrongFuses(path: string): Promise<string[]> {
  const wire: FuseConfig<number> & Readonly<Record<number, number>> = await getCurrentFuseWire(path)
  if (wire.version !== FuseVersion.V1) return ['version']
  return WIRE.filter(([option, name]) => wire[option] !== (FUSES[name] ? ENABLED : DISABLED)).map(
    ([, name]) => name,
  )
}

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
