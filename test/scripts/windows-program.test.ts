import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { expect, test } from 'vitest'
import { ROOT } from '../../electron/scripts/paths.ts'
import { giveIdentity, removeSignature } from '../../electron/scripts/package/windows-program.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** From the signature of the header: behind that header and 144 bytes of the optional one (PE format, "Optional Header Data Directories"). */
const CERTIFICATE_ENTRY = 24 + 144

test('a program of Windows has the name, the version and the icon of Atelier, and nothing of a signature', async () => {
  const file = join(await makeTempDir(), 'atelier.exe')
  const signed = NtExecutable.createEmpty(false, false)
  // Of a certificate at the end of the file, as Node's own program has one.
  const bytes = Buffer.concat([Buffer.from(signed.generate()), Buffer.alloc(64, 1)])
  const at = bytes.readUInt32LE(0x3c) + CERTIFICATE_ENTRY
  bytes.writeUInt32LE(bytes.length - 64, at)
  bytes.writeUInt32LE(64, at + 4)
  await writeFile(file, bytes)
  expect(() => NtExecutable.from(bytes)).toThrow('signed')
  await removeSignature(file)
  await giveIdentity(file, { version: '1.2.3', icon: join(ROOT, 'assets/icons/icon.ico') })
  const program = NtExecutable.from(await readFile(file))
  const { entries } = NtExecutableResource.from(program)
  const [info] = Resource.VersionInfo.fromEntries(entries)
  const [language = { lang: 0, codepage: 0 }] = info?.getAllLanguagesForStringValues() ?? []
  expect(info?.getStringValues(language)).toMatchObject({ ProductName: 'Atelier', FileVersion: '1.2.3' })
  expect(Resource.IconGroupEntry.fromEntries(entries)[0]?.icons.length).toBeGreaterThan(3)
})

test('what is no program of Windows is refused', async () => {
  const file = join(await makeTempDir(), 'atelier.exe')
  await copyFile(join(ROOT, 'package.json'), file)
  await expect(removeSignature(file)).rejects.toThrow('no program of Windows')
})
