/** Finds a Chromium for the end-to-end tests, or installs Debian's where that is possible. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from '../child.mjs'

export type Chromium =
  | { readonly ok: true; readonly path: string }
  /** One sentence that says what to do. */
  | { readonly ok: false; readonly message: string }

type Environment = Readonly<Record<string, string | undefined>>

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const MAC_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
const WINDOWS_PROGRAMS = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]
/** The fonts make screenshots look the same everywhere; xvfb is for the desktop's smoke test. */
const DEBIAN_PACKAGES = ['chromium', 'xvfb', 'xauth', 'fonts-liberation', 'fonts-noto-color-emoji']

/** The Chromium of `ATELIER_CHROMIUM` or of the system; on Debian as root it is installed when there is none. */
export async function ensureChromium(): Promise<Chromium> {
  const wanted = process.env['ATELIER_CHROMIUM']
  if (wanted) {
    if (isProgram(wanted)) return { ok: true, path: wanted }
    return { ok: false, message: `ATELIER_CHROMIUM names ${wanted}, which is not a program.` }
  }
  const find = (): string | null => findChromium(process.platform, process.env)
  const installs =
    process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0
  let path = find()
  if (path === null && installs) {
    await installOnDebian()
    path = find()
  }
  if (path !== null) return { ok: true, path }
  const message = installs
    ? 'Chromium could not be installed with apt-get; see above.'
    : 'The end-to-end tests need Chromium: install it (or Chrome), or name its program in ATELIER_CHROMIUM.'
  return { ok: false, message }
}

/** The first Chromium where `platform` keeps its programs, or null. */
export function findChromium(platform: NodeJS.Platform, environment: Environment): string | null {
  return candidates(platform, environment).find(isProgram) ?? null
}

function candidates(platform: NodeJS.Platform, environment: Environment): string[] {
  if (platform === 'win32') {
    const folders = WINDOWS_FOLDERS.flatMap((name) => environment[name] ?? [])
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(folder, program)))
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  const commands = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return platform === 'darwin' ? [...MAC_PROGRAMS, ...commands] : commands
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installOnDebian(): Promise<void> {
  process.stdout.write('Installing Chromium with apt-get.\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = ['ignore', 'inherit', 'inherit'] as const
  const run = (...args: string[]) => runChild('apt-get', args, { env, stdio: [...stdio] })
  const updated = await run('update')
  if (!updated.stopped) await run('install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES)
}
