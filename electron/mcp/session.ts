/**
 * What a program needs of the environment to open a window in the user's session.
 *
 * A client of the Model Context Protocol may hand its servers HOME, LOGNAME, PATH, SHELL, TERM and USER alone
 * (`DEFAULT_INHERITED_ENV_VARS` of its official SDK). On Linux nothing else tells where the session's display, its bus and with it
 * the keychain are; Windows and macOS need no variable for that.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What the session's service manager knows of the display. */
const OF_SESSION = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
] as const
const TIMEOUT_MS = 3_000

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** For tests: the folder of the users' runtime directories. */
  readonly runtimeDirs?: string
}

/** The environment of a program in the user's session on Linux; null where it has no display. */
export async function sessionEnvironment(options: SessionOptions): Promise<NodeJS.ProcessEnv | null> {
  const { environment, signal, runtimeDirs = '/run/user' } = options
  const session = { ...environment, ...(await findBus(environment, runtimeDirs)) }
  if (!hasDisplay(session)) Object.assign(session, await askServiceManager(session, signal))
  return hasDisplay(session) ? session : null
}

function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'])
}

/** The user's own runtime directory, and the socket of the session's bus in it. */
async function findBus(environment: NodeJS.ProcessEnv, runtimeDirs: string): Promise<NodeJS.ProcessEnv> {
  const uid = process.getuid?.() ?? 0
  const given = environment['XDG_RUNTIME_DIR']
  const folder = given ?? join(runtimeDirs, String(uid))
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory() || found.uid !== uid) return {}
  const runtime = { XDG_RUNTIME_DIR: folder }
  if (environment['DBUS_SESSION_BUS_ADDRESS']) return runtime
  const bus = await stat(join(folder, 'bus')).catch(() => null)
  return bus?.isSocket() ? { ...runtime, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus` } : runtime
}

async function askServiceManager(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<NodeJS.ProcessEnv> {
  try {
    const { stdout } = await promisify(execFile)('systemctl', ['--user', 'show-environment'], {
      env,
      signal,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    const lines = stdout.split('\n').flatMap((line) => readLine(line) ?? [])
    return Object.fromEntries(lines.filter(([name]) => OF_SESSION.some((one) => one === name)))
  } catch {
    // No service manager, none of this user, or none that answers.
    return {}
  }
}

/** `NAME=value`; a value with characters of the shell stands in `$'…'` with backslashes (systemctl(1), `show-environment`). */
function readLine(line: string): readonly [string, string][] | null {
  const [, name, value] = /^(\w+)=(.*)$/u.exec(line) ?? []
  if (name === undefined || value === undefined) return null
  const [, quoted] = /^\$'(.*)'$/u.exec(value) ?? []
  return [[name, quoted === undefined ? value : quoted.replaceAll(/\\(.)/gu, '$1')]]
}
