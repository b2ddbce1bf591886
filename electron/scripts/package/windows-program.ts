/**
 * Makes Node's own program for Windows one of Atelier's: without Node's signature, which no change survives, with Atelier's name and icon.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** English of the United States, in Unicode: the language of Node's own. */
const LANGUAGE = { lang: 0x04_09, codepage: 1_200 }

export interface WindowsIdentity {
  readonly version: string
  /** An .ico file. */
  readonly icon: string
}

/** Before anything is put into it. @throws where the file is no program of Windows. */
export async function removeSignature(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.toString('latin1', 0, 2) !== 'MZ') throw new Error(`${file} is no program of Windows.`)
  await writeFile(file, Buffer.from(NtExecutable.from(bytes, { ignoreCert: true }).generate()))
}

/**
 * After something was put into it: its resources lie at its end then, so that nothing else has to move.
 *
 * @throws where the file is no program of Windows.
 */
export async function giveIdentity(file: string, { version, icon }: WindowsIdentity): Promise<void> {
  const program = NtExecutable.from(await readFile(file))
  const resources = NtExecutableResource.from(program)
  const [info = Resource.VersionInfo.createEmpty()] = Resource.VersionInfo.fromEntries(resources.entries)
  const language = info.getAllLanguagesForStringValues()[0] ?? LANGUAGE
  info.setFileVersion(version, language.lang)
  info.setProductVersion(version, language.lang)
  info.setStringValues(language, {
    CompanyName: 'The Atelier authors',
    FileDescription: 'Atelier for terminals and agents',
    FileVersion: version,
    InternalName: 'atelier',
    LegalCopyright: 'Copyright © 2026 The Atelier authors',
    OriginalFilename: 'atelier.exe',
    ProductName: 'Atelier',
    ProductVersion: version,
  })
  info.outputToResourceEntries(resources.entries)
  const { icons } = Data.IconFile.from(await readFile(icon))
  const [group] = Resource.IconGroupEntry.fromEntries(resources.entries)
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    group?.id ?? 1,
    group?.lang ?? language.lang,
    icons.map(({ data }) => data),
  )
  resources.outputResource(program)
  await writeFile(file, Buffer.from(program.generate()))
}
