/**
 * Finds Electron's runtime, or fetches it once, without ever loading the `electron` package: loading it in plain Node
 * starts a download and throws.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runChild } from './child.mjs'
import { fetchArchive, showProgress } from './fetch-archive.ts'
import { built, ROOT } from './paths.ts'

export type Desktop =
  | { readonly ok: true; readonly path: string }
  /** Why not: the second half of a sentence. */
  | { readonly ok: false; readonly reason: string }

const PACKAGE_DIR = join(ROOT, 'node_modules', 'electron')

/** Electron's program, fetched when it is missing and there is a display to use it on. */
export async function findDesktop(): Promise<Desktop> {
  if (!hasDisplay()) return { ok: false, reason: 'there is no display for a window of its own' }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return { ok: false, reason: 'its own window does not run for the user root' }
  }
  const present = runtimePath(PACKAGE_DIR, process.env)
  if (present !== null) return judgeSandbox(present)
  process.stderr.write('Fetching what the window of Atelier needs (Electron, about 120 MB).\n')
  const fetched = await fetchRuntime()
  const path = runtimePath(PACKAGE_DIR, process.env)
  if (path !== null) return judgeSandbox(path)
  return { ok: false, reason: fetched ? 'Electron is incomplete' : 'Electron could not be fetched' }
}

function judgeSandbox(path: string): Desktop {
  const problem = process.platform === 'linux' ? sandboxProblem(path) : null
  return problem === null ? { ok: true, path } : { ok: false, reason: problem }
}

/** Each says that a program without rights may make no user namespace, in which Chromium's sandbox would live. */
const NAMESPACE_LIMITS = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
] as const
/** Owned by root and run as root: the helper of Chromium that needs no namespaces of its own. */
const SETUID = 0o4755

/**
 * Why Chromium's sandbox cannot start on this Linux: the second half of a sentence; null where it can. Electron ends at once
 * where it cannot. https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md
 */
export function sandboxProblem(program: string, settings = '/proc/sys'): string | null {
  const helper = statSync(join(dirname(program), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper && helper.uid === 0 && (helper.mode & 0o7777) === SETUID) return null
  const limit = NAMESPACE_LIMITS.find(([name, value]) => readSetting(join(settings, name)) === value)
  return limit
    ? `this system allows its window no sandbox (${limit[0].replace('/', '.')} = ${limit[1]})`
    : null
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** The runtime's program, or null when it is not there. Takes a millisecond and starts nothing. */
export function runtimePath(
  packageDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const dist = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packageDir, 'dist')
  let program
  try {
    program = readFileSync(join(packageDir, 'path.txt'), 'utf8').trim()
  } catch {
    if (environment['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) return null
    program = process.platform === 'win32' ? 'electron.exe' : 'electron'
  }
  const path = join(dist, program)
  return existsSync(path) ? path : null
}

/** Whether a window or a browser can appear. Only Linux says so, in the environment. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => process.env[name])
}

/**
 * Whether the runtime is in its place; false without a network.
 *
 * Electron's own installer puts it there from its cache, which is filled before: it shows no progress and resumes nothing.
 */
export async function fetchRuntime(): Promise<boolean> {
  const script = join(PACKAGE_DIR, 'install.js')
  if (!existsSync(script)) return false
  try {
    await fillCache()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
  const ended = await runChild(process.execPath, [script], { stdio: 'ignore' })
  return ended.code === 0
}

/** What is used of @electron/get, a package of Electron's own. */
interface ElectronGet {
  downloadArtifact(details: {
    readonly version: string
    readonly artifactName: string
    readonly checksums: Readonly<Record<string, string>>
    readonly downloader: { download(url: string, file: string): Promise<void> }
  }): Promise<string>
}

async function fillCache(): Promise<void> {
  const requireThere = createRequire(join(PACKAGE_DIR, 'install.js'))
  const { downloadArtifact } = (await import(
    pathToFileURL(requireThere.resolve('@electron/get')).href
  )) as ElectronGet
  const { version } = requireThere('./package.json') as { readonly version: string }
  await downloadArtifact({
    version,
    artifactName: 'electron',
    checksums: requireThere('./checksums.json') as Readonly<Record<string, string>>,
    downloader: {
      download: (url, file) =>
        fetchArchive(url, file, {
          partFile: built(`cache/${basename(file)}.part`),
          onProgress: showProgress(process.stderr),
        }),
    },
  })
}
