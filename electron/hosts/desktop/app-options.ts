/** What the desktop host is given, what it stands on, and what it gives the application. */
import { app as electronApp, session, type BrowserWindow } from 'electron'
import type { Capability, RaisedNotice } from '#contract/app.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { AppOptions } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import type { openApp } from '#core/open-app.ts'
import { askKeyStorage, createDesktopShell } from '#adapters/electron/shell.ts'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'
import { openSafely, withDefaults } from '#adapters/node/safe-settings.ts'
import type { CrashNotes } from '#adapters/node/crash-notes.ts'
import { openLogFile, readSupportLogs } from '#adapters/node/log-file.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { SpawnService } from '#hosts/local-service/supervisor.ts'
import { LICENSES_FILE, VERSION } from '#hosts/build-paths.ts'
import type { Voices } from '#hosts/voices.ts'
import { agentsCommand } from './agents-command.ts'
import type { Commands } from './links/commands.ts'
import type { Openings } from './links/openings.ts'
import { canStartAtLogin } from './shell/follow-settings.ts'
import { dragOut } from './shell/icons.ts'
import type { WindowShellDeps } from './shell/window-shell.ts'
import { spawnUtilityReader } from './spawn-utility-service.ts'
import { systemProxy } from './system-proxy.ts'
import { type ProgramUpdates, unfinishedUpdate } from './updates/program-updates.ts'
import { spellLanguagesOf } from './window/spelling.ts'

export interface DesktopHostOptions {
  /** Exists and can be written. */
  readonly dataDir: string
  readonly pageDir: string
  readonly preload: string
  readonly devTools: boolean
  readonly openApp: typeof openApp
  readonly spawnService: SpawnService
  readonly samplesDir?: string
  /** Links and files that the system asked to open. */
  readonly openings?: Openings
  readonly crashes: CrashNotes
  /** In whose words it shows and answers. */
  readonly say: Say
  /** What `say` is a voice of; without it nobody can choose another language. */
  readonly voices?: Voices
  /** Nothing can be done: says why and ends. */
  readonly giveUp: (why: Message) => void
  /** With default settings; the file keeps what it has. */
  readonly safeMode?: boolean
  /** For an agent: the window stays hidden until the user opens it. */
  readonly background?: boolean
}

const SAFE_MODE: RaisedNotice = {
  id: 'safe-mode',
  code: 'safe_mode',
  message: message('desktop.safeMode'),
}

/** What everything else stands on: the log, the settings, and what the user must read about them. */
export function openBase({ dataDir, crashes, safeMode = false }: DesktopHostOptions) {
  const clock = createSystemClock()
  const log = openLogFile(dataDir, clock)
  const safe = openSafely(dataDir, openSettingsStore, clock.now(), VERSION, crashes)
  const { folder, settings } = safe
  const unfinished = unfinishedUpdate(dataDir, VERSION)
  const notices: readonly RaisedNotice[] = [
    ...safe.notices,
    ...(unfinished ? [unfinished] : []),
    ...(safeMode ? [SAFE_MODE] : []),
  ]
  for (const { code, message: said } of notices) log(`Notice ${code}: ${JSON.stringify(said.values ?? {})}`)
  return { clock, log, folder, settings: safeMode ? withDefaults(settings) : settings, notices }
}

export type DesktopBase = ReturnType<typeof openBase>

interface DesktopParts {
  readonly updates: ProgramUpdates
  readonly commands: Commands
  readonly notifications: WindowShellDeps['notifications']
  /** Null until it is open. */
  readonly window: () => BrowserWindow | null
  /** Where agents come in; null while they do not. */
  readonly mcpUrl: () => string | null
}

export async function appOptions(
  { background = false, dataDir, safeMode = false, say }: DesktopHostOptions,
  { clock, log, folder, settings, notices }: DesktopBase,
  { updates, commands, notifications, window, mcpUrl }: DesktopParts,
): Promise<AppOptions> {
  const spellLanguages = spellLanguagesOf(session.defaultSession)
  return {
    dataDir,
    version: VERSION,
    host: 'desktop',
    capabilities: capabilitiesOf(spellLanguages),
    clock,
    random: Math.random,
    startedByUser: !background,
    secrets: await openSafeStorage({
      dataDir,
      settings,
      ask: () => askKeyStorage(say),
      checkFolder: folder.check,
      log,
    }),
    settings,
    shell: {
      ...createDesktopShell(window, say),
      takeCommands: commands.take,
      spellLanguages: () => spellLanguages,
      notifications: notifications.current,
      dragOut: async (paths, image) => {
        const open = window()
        if (open) await dragOut(open, paths, image)
      },
    },
    agentServer: {
      mcpUrl,
      command: () =>
        agentsCommand(dataDir).catch((error: unknown) => {
          log(`The program for agents could not be copied: ${String(error)}`)
          return []
        }),
    },
    reader: { spawn: spawnUtilityReader },
    systemProxy: (url) => systemProxy(session.defaultSession, url),
    notices,
    updates,
    licensesFile: LICENSES_FILE,
    watchdog: true,
    safeMode,
    supportLogs: () => readSupportLogs(dataDir),
    log,
  }
}

function capabilitiesOf(spellLanguages: readonly string[]): readonly Capability[] {
  return [
    'reveal',
    'chooseFolder',
    'desktop',
    'dragOut',
    'clipboard',
    ...(canStartAtLogin(electronApp.isPackaged) ? (['startAtLogin'] as const) : []),
    ...(spellLanguages.length > 0 ? (['spellLanguages'] as const) : []),
  ]
}
