/** The fuses as they must be, and what of a packaged program's own wire is otherwise. */
import { readFile } from 'node:fs/promises'
import { FuseV1Options, FuseVersion, getCurrentFuseWire, type FuseConfig } from '@electron/fuses'

/** By electron-builder's names. */
export const FUSES = {
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
export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const [ENABLED, DISABLED] = ['1'.charCodeAt(0), '0'.charCodeAt(0)]

/** Whether the program at `path` is one of Electron and has fuses at all. */
export async function hasFuses(path: string): Promise<boolean> {
  return (await readFile(path)).includes(SENTINEL)
}

/** The names of the fuses in the program at `path` that are not as they must be. */
export async function wrongFuses(path: string): Promise<string[]> {
  const wire: FuseConfig<number> & Readonly<Record<number, number>> = await getCurrentFuseWire(path)
  if (wire.version !== FuseVersion.V1) return ['version']
  return WIRE.filter(([option, name]) => wire[option] !== (FUSES[name] ? ENABLED : DISABLED)).map(
    ([, name]) => name,
  )
}
