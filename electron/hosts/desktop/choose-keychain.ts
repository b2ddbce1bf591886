/**
 * Which keychain Chromium uses on Linux, where the desktop's name says nothing to it.
 *
 * Chromium goes by that name alone (base/nix/xdg_util.cc, `GetDesktopEnvironment`; components/os_crypt/sync/key_storage_util_linux.cc,
 * `SelectBackend`): on sway, i3, Hyprland, LXQt and others it takes the password that everybody knows, also where a Secret Service
 * runs. Electron reads the switch after the application's entry has been evaluated (electron_browser_main_parts.cc: `JoinAppCode`,
 * then `PostCreateMainMessageLoop`).
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandLine } from 'electron'

/** What Chromium knows of `XDG_CURRENT_DESKTOP` and has a keychain for. */
const KNOWN: ReadonlySet<string> = new Set([
  'Unity',
  'Deepin',
  'GNOME',
  'X-Cinnamon',
  'KDE',
  'Pantheon',
  'XFCE',
  'UKUI',
])
/** Ends the search: LXQt is known, and no keychain of it. */
const KNOWN_WITHOUT = 'LXQt'
const KNOWN_SESSIONS = /^(deepin|gnome|mate|kde4|kde-plasma|xubuntu|ukui)$|xfce/u

const SECRETS = 'org.freedesktop.secrets'
const MAX_ANSWER_MS = 1_000
const BUS = ['org.freedesktop.DBus', '/org/freedesktop/DBus'] as const

export interface KeychainChoice {
  readonly commandLine: Pick<CommandLine, 'hasSwitch' | 'appendSwitch'>
  readonly environment: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
  readonly hasSecretService?: (environment: NodeJS.ProcessEnv) => Promise<boolean>
}

/** Call before Electron is ready. Does nothing where Chromium finds a keychain itself, or the user has named a store. */
export async function chooseKeychain({
  commandLine,
  environment,
  platform = process.platform,
  hasSecretService = isSecretServiceThere,
}: KeychainChoice): Promise<void> {
  if (platform !== 'linux' || commandLine.hasSwitch('password-store') || hasKeychain(environment)) return
  if (await hasSecretService(environment)) commandLine.appendSwitch('password-store', 'gnome-libsecret')
}

/** Whether Chromium has a keychain for this desktop. */
export function hasKeychain(environment: NodeJS.ProcessEnv): boolean {
  const names = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':').map((name) => name.trim())
  const found = names.find((name) => KNOWN.has(name) || name === KNOWN_WITHOUT)
  if (found !== undefined) return found !== KNOWN_WITHOUT
  const session = environment['DESKTOP_SESSION'] ?? ''
  if (KNOWN_SESSIONS.test(session)) return true
  if (session === 'kde') return environment['KDE_SESSION_VERSION'] !== undefined
  if (environment['GNOME_DESKTOP_SESSION_ID'] !== undefined) return true
  return environment['KDE_FULL_SESSION'] !== undefined && environment['KDE_SESSION_VERSION'] !== undefined
}

/** Whether a Secret Service runs on the session's bus, or would be started by it. It is not started. */
export async function isSecretServiceThere(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const runtime = environment['XDG_RUNTIME_DIR']
  const hasBus =
    environment['DBUS_SESSION_BUS_ADDRESS'] !== undefined ||
    (runtime !== undefined && existsSync(join(runtime, 'bus')))
  // Asked without a bus, dbus-send would start one.
  if (!hasBus) return false
  const lists = await Promise.all(
    ['ListNames', 'ListActivatableNames'].map((list) => namesOf(list, environment)),
  )
  return lists.some((names) => names.includes(`"${SECRETS}"`) || names.includes(`'${SECRETS}'`))
}

/** What the bus answers, as text; nothing where neither program can ask it. */
async function namesOf(list: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const [bus, path] = BUS
  return (
    (await run(
      'dbus-send',
      ['--session', '--print-reply', `--dest=${bus}`, path, `${bus}.${list}`],
      environment,
    )) ??
    (await run(
      'gdbus',
      ['call', '--session', '--dest', bus, '--object-path', path, '--method', `${bus}.${list}`],
      environment,
    )) ??
    ''
  )
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: MAX_ANSWER_MS }, (error, text) => resolve(error ? null : text))
  })
}
