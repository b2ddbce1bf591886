/**
 * The program for terminals and agents that this installation has: what Settings > Agents tells the user to copy into a client.
 *
 * Where the installation itself lies in a temporary folder, as that of an AppImage and of the portable program of Windows does, a
 * copy in the data directory stands for it, with a note of what it opens.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeProgramFile } from '#mcp/program-file.ts'

export interface AgentsInstallation {
  readonly dataDir: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** The program with the window: Electron's `process.execPath`. */
  readonly program: string
  /** Electron's `process.resourcesPath`. */
  readonly resources: string
  /** The system's folder for temporary files. */
  readonly tempDir: string
}

/** Where a client finds it; copied there where that is needed, and the copy is missing or another. @throws the disk's errors. */
export async function placeAgentsProgram(installation: AgentsInstallation): Promise<string> {
  const kept = await keptProgram(installation)
  const packed = packedProgram(installation)
  if (kept === null) return packed
  const copy = copyOf(installation)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  await writeProgramFile(dirname(copy), kept)
  if (!(await isSame(packed, copy))) await replace(packed, copy)
  return copy
}

/** Brings a copy up to date that a client may start: after an update the program of before lies there. @throws the disk's errors. */
export async function refreshAgentsProgram(installation: AgentsInstallation): Promise<void> {
  if (await stat(copyOf(installation)).catch(() => null)) await placeAgentsProgram(installation)
}

/** Inside the installation. */
function packedProgram({ platform, resources }: AgentsInstallation): string {
  return platform === 'darwin'
    ? join(resources, '../Helpers/Atelier Command Line.app/Contents/MacOS/atelier')
    : join(resources, 'bin', nameOn(platform))
}

function copyOf({ dataDir, platform }: AgentsInstallation): string {
  return join(dataDir, 'bin', nameOn(platform))
}

function nameOn(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'atelier.exe' : 'atelier'
}

/**
 * The one file that the user keeps, of which this installation is unpacked; null where it is installed.
 *
 * Both variables may come from another program's environment, of a terminal in an AppImage for example: they count only where the
 * running program lies where they say.
 */
async function keptProgram(installation: AgentsInstallation): Promise<string | null> {
  const { environment, program, tempDir } = installation
  const { APPIMAGE: appImage, APPDIR: appDir, PORTABLE_EXECUTABLE_FILE: portable } = environment
  if (appImage && appDir && (await isWithin(appDir, program))) return appImage
  // electron-builder's portable.nsi unpacks below `$TEMP`.
  return portable && (await isWithin(tempDir, program)) ? portable : null
}

async function isWithin(folder: string, file: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([folder, file].map((path) => realpath(path).catch(() => path)))
  const path = relative(outer ?? '', inner ?? '')
  // Of another drive it is absolute.
  return path !== '' && !path.startsWith('..') && !isAbsolute(path)
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)))
  if (first?.size !== second?.size) return false
  return (await hashOf(one)) === (await hashOf(other))
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function replace(packed: string, copy: string): Promise<void> {
  const fresh = `${copy}.${process.pid}.part`
  const old = `${copy}.old`
  await rm(old, { force: true }).catch(() => undefined)
  try {
    await copyFile(packed, fresh)
    await chmod(fresh, 0o755)
    // Windows lets a program that runs be renamed, and not be replaced.
    await rename(fresh, copy).catch(async () => {
      await rename(copy, old)
      await rename(fresh, copy)
    })
  } finally {
    await rm(fresh, { force: true })
  }
}
