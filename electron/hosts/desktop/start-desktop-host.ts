/** Composition root of the desktop: wires adapters, application, page, window and local service, and unwinds them again. */
import { join } from 'node:path'
import { app as electronApp, session, type BrowserWindow } from 'electron'
import type { App } from '#core/app.ts'
import type { openApp } from '#core/open-app.ts'
import type { Capability, Notice } from '#contract/app.ts'
import { type Result, succeed } from '#contract/errors.ts'
import { askKeyStorage } from '#adapters/electron/ask-key-storage.ts'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { setAsideBrokenSettings } from '#adapters/node/broken-settings.ts'
import type { CrashNotes } from '#adapters/node/crash-notes.ts'
import { openLogFile } from '#adapters/node/log-file.ts'
import { keepNewerSettings } from '#adapters/node/newer-settings.ts'
import { forgiving, guarded, withDefaults } from '#adapters/node/safe-settings.ts'
import { watchFolder } from '#adapters/node/same-folder.ts'
import { readSupportLogs } from '#adapters/node/support-logs.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { SpawnService } from '#hosts/local-service/service-process.ts'
import { superviseLocalService } from '#hosts/local-service/supervisor.ts'
import { isFirstStart, takeInSamples } from '#hosts/samples/first-samples.ts'
import { mediaFolders } from '#hosts/page/media-folders.ts'
import { readPageFiles } from '#hosts/page/page-files.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import { LICENSES_FILE } from '#hosts/build-paths.ts'
import { VERSION } from '#hosts/version.ts'
import { createCommands, type Commands } from './links/commands.ts'
import { dragOut } from './window/drag-out.ts'
import { connectPage } from './window/ipc.ts'
import { denyPermissions } from './window/navigation.ts'
import { logProcessEnds, watchPage } from './window/page-failures.ts'
import { openProgramUpdates, type ProgramUpdates } from './updates/program-updates.ts'
import type { Openings } from './links/openings.ts'
import { PAGE_ADDRESS, servePage } from './protocol.ts'
import { spellLanguagesOf } from './window/spelling.ts'
import { canStartAtLogin } from './shell/start-at-login.ts'
import { systemProxy } from './system-proxy.ts'
import { followTheme } from './window/theme.ts'
import { unfinishedUpdate } from './updates/unfinished-update.ts'
import { createWindow } from './window/window.ts'
import { openWindowShell } from './shell/window-shell.ts'

export interface DesktopHostOptions {
  /** Exists and can be written. */
  readonly dataDir: string
  readonly pageDir: string
  readonly preload: string
  readonly devTools: boolean
  readonly openApp: typeof openApp
  readonly spawnService: SpawnService
  /** Sample assets that a new library begins with. */
  readonly samplesDir?: string
  /** Links and files that the system asked to open. */
  readonly openings?: Openings
  readonly crashes: CrashNotes
  /** Nothing can be done: says the sentence and ends. */
  readonly giveUp: (sentence: string) => void
  /** With default settings; the file keeps what it has. */
  readonly safeMode?: boolean
}

export interface DesktopHost {
  readonly window: BrowserWindow
  readonly updates: ProgramUpdates
  /** Ends everything the host started, in the reverse order of its start. */
  close(): Promise<void>
}

const SAFE_MODE: Notice = {
  id: 'safe-mode',
  code: 'safe_mode',
  message:
    'Safe mode: the graphics card is not used, and settings are at their defaults but for your services and the queue. What you change now is forgotten; your own settings are back at the next ordinary start.',
}

/** Starts the desktop once Electron is ready. A second start on the same data comes back as data with a sentence. */
export async function startDesktopHost(options: DesktopHostOptions): Promise<Result<DesktopHost>> {
  const { crashes, dataDir, devTools, preload, safeMode = false, samplesDir } = options
  const wantsSamples = samplesDir !== undefined && isFirstStart(dataDir)
  const clock = createSystemClock()
  const log = openLogFile(dataDir, clock)
  const setAside = setAsideBrokenSettings(dataDir, clock.now())
  const folder = watchFolder(dataDir)
  const settingsFile = guarded(openSettingsStore(dataDir), folder)
  const newer = keepNewerSettings(dataDir, settingsFile, VERSION)
  const settings = safeMode ? withDefaults(settingsFile) : settingsFile
  const crashed = crashes.notice()
  const unfinished = unfinishedUpdate(dataDir, VERSION)
  const notices: readonly Notice[] = [
    ...(setAside ? [{ id: 'settings', code: 'settings_set_aside', message: setAside }] : []),
    ...(newer ? [{ id: 'newer-settings', code: 'settings_newer', message: newer }] : []),
    ...(crashed ? [crashed] : []),
    ...(unfinished ? [unfinished] : []),
    ...(safeMode ? [SAFE_MODE] : []),
  ]
  for (const { message } of notices) log(message)
  const updates = openProgramUpdates({ dataDir, settings, safeMode, clock, log })
  const commands = createCommands()
  const spellLanguages = spellLanguagesOf(session.defaultSession)
  let window: BrowserWindow | null = null
  const opened = await options.openApp({
    dataDir,
    version: VERSION,
    host: 'desktop',
    capabilities: capabilitiesOf(spellLanguages),
    clock,
    random: Math.random,
    secrets: await openSafeStorage({ dataDir, settings, ask: askKeyStorage, checkFolder: folder.check, log }),
    settings,
    shell: {
      ...createDesktopShell(() => window),
      takeCommands: commands.take,
      spellLanguages: () => spellLanguages,
      dragOut: async (paths, image) => void (window && (await dragOut(window, paths, image))),
    },
    systemProxy: (url) => systemProxy(session.defaultSession, url),
    notices,
    updates,
    licensesFile: LICENSES_FILE,
    safeMode,
    supportLogs: () => readSupportLogs(dataDir),
    log,
  })
  if (!opened.ok) {
    updates.close()
    return opened
  }
  const app = opened.data
  crashes.markRead()
  crashes.begin()
  const samples = wantsSamples ? takeInSamples(app, samplesDir, log) : null
  const files = await readPageFiles(options.pageDir)
  denyPermissions(session.defaultSession)
  const stopTheme = followTheme(app, settings)
  const stopPage = servePage(createPageHandler({ app, files, mediaFolders: mediaFolders(dataDir) }))
  window = createWindow({ settings: forgiving(settings, log), preload, devTools })
  const stopProcessLog = logProcessEnds(log)
  watchPage({ window, now: () => clock.monotonicMs(), keep: crashes.keep, giveUp: options.giveUp })
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) commands.pageLeft()
  })
  const disconnect = connectPage({ app: { call: app.call, subscribe: heardTogether(app, commands) }, window })
  const closeShell = await openWindowShell({
    app,
    window,
    commands,
    openings: options.openings,
    updates,
    clock,
    devTools,
    log,
  })
  const supervisor = superviseLocalService({
    app,
    dataDir: join(dataDir, 'local-service'),
    spawn: options.spawnService,
    clock,
    random: Math.random,
    log,
  })
  await window.loadURL(PAGE_ADDRESS)
  log('The desktop is ready.')
  return succeed({
    window,
    updates,
    async close() {
      updates.close()
      closeShell()
      disconnect()
      stopTheme()
      await supervisor.close()
      await app.close()
      await samples
      stopPage()
      stopProcessLog()
      crashes.end()
      log('The desktop ended.')
    },
  })
}

/** What the page hears: the application, and commands from outside it. */
function heardTogether(app: Pick<App, 'subscribe'>, commands: Commands): App['subscribe'] {
  return (listener) => {
    const stops = [app.subscribe(listener), commands.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
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
