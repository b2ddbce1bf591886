/** Composition root of the desktop: wires adapters, application, page, window and local service, and unwinds them again. */
import { join } from 'node:path'
import { app as electronApp, session, type BrowserWindow } from 'electron'
import { type Result, succeed } from '#contract/errors.ts'
import type { App } from '#core/app.ts'
import { forgiving } from '#adapters/node/safe-settings.ts'
import { type LoopbackAgentsServer, openLoopbackAgentsServer } from '#hosts/agents/loopback-agents-server.ts'
import { superviseLocalService } from '#hosts/local-service/supervisor.ts'
import { isFirstStart, takeInSamples } from '#hosts/samples/first-samples.ts'
import { mediaFolders, readPageFiles } from '#hosts/page/page-files.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import { refreshAgentsCommand } from './agents-command.ts'
import { appOptions, openBase, type DesktopBase, type DesktopHostOptions } from './app-options.ts'
import { createCommands, type Commands } from './links/commands.ts'
import { receiveByPath } from './window/file-by-path.ts'
import { connectPage } from './window/ipc.ts'
import { limitPermissions } from './window/navigation.ts'
import { logProcessEnds, watchPage } from './window/page-failures.ts'
import { openProgramUpdates, type ProgramUpdates } from './updates/program-updates.ts'
import { PAGE_ADDRESS, servePage } from './protocol.ts'
import { createNotificationHealth, mayNotify } from './shell/notifications.ts'
import { followTheme, createWindow } from './window/window.ts'
import { openWindowShell, type WindowShellDeps } from './shell/window-shell.ts'

export interface DesktopHost {
  readonly window: BrowserWindow
  readonly updates: ProgramUpdates
  /** Ends everything the host started, in the reverse order of its start. */
  close(): Promise<void>
}

/** Starts the desktop once Electron is ready. A second start on the same data comes back as data. */
export async function startDesktopHost(options: DesktopHostOptions): Promise<Result<DesktopHost>> {
  const { dataDir, safeMode = false, samplesDir, say } = options
  const wantsSamples = samplesDir !== undefined && isFirstStart(dataDir)
  const base = openBase(options)
  const { clock, log, settings } = base
  const updates = openProgramUpdates({ dataDir, settings, safeMode, clock, say, log })
  const commands = createCommands()
  const notifications = createNotificationHealth(mayNotify(electronApp.isPackaged))
  let window: BrowserWindow | null = null
  let agentsServer: LoopbackAgentsServer | null = null
  const opened = await options.openApp(
    await appOptions(options, base, {
      updates,
      commands,
      notifications,
      window: () => window,
      mcpUrl: () => agentsServer?.mcpUrl() ?? null,
    }),
  )
  if (!opened.ok) {
    updates.close()
    return opened
  }
  const app = opened.data
  options.crashes.markRead()
  options.crashes.begin()
  const samples = wantsSamples ? takeInSamples(app, samplesDir, log) : null
  const { handle, stop: stopPage } = await servePages(options, app)
  const stopLook = await followAppearance(options, app, settings)
  const opening = openMainWindow(options, base, commands)
  window = opening.window
  const stopProcessLog = logProcessEnds(log)
  const disconnect = connectPage({
    app: { call: app.call, subscribe: heardTogether(app, commands) },
    window,
    say,
    receiveFile: (call) => receiveByPath(handle, call),
  })
  const closeShell = await openShell(options, base, { app, window, commands, notifications, updates })
  const supervisor = superviseLocalService({
    app,
    dataDir: join(dataDir, 'local-service'),
    spawn: options.spawnService,
    clock,
    random: Math.random,
    log,
  })
  agentsServer = openAgents(options, app, log)
  const refreshed = refreshAgentsCommand(dataDir).catch((error: unknown) =>
    log(`The program for agents could not be brought up to date: ${String(error)}`),
  )
  // Windows ends the process when this returns (Electron's native_window_views_win.cc, WM_ENDSESSION): no time to wait.
  window.on('session-end', () => {
    options.crashes.end()
    log('The desktop ended with the session.')
    app.closeAtOnce()
  })
  await loadPage(window)
  await opening.shown
  log('The desktop is ready.')
  return succeed({
    window,
    updates,
    async close() {
      updates.close()
      closeShell()
      disconnect()
      stopLook()
      await agentsServer?.close()
      await supervisor.close()
      await app.close()
      await samples
      await refreshed
      stopPage()
      stopProcessLog()
      options.crashes.end()
      log('The desktop ended.')
    },
  })
}

/** Theme and language, from the first view on. */
async function followAppearance(
  { voices }: DesktopHostOptions,
  app: App,
  settings: DesktopBase['settings'],
): Promise<() => void> {
  const stops = [followTheme(app, settings), voices?.follow(app, settings)]
  await voices?.find(electronApp.getPreferredSystemLanguages())
  return () => stops.forEach((stop) => stop?.())
}

/** Agents are spoken to in English, whatever the user reads. */
function openAgents(
  { background = false, dataDir, say, voices }: DesktopHostOptions,
  app: App,
  log: DesktopBase['log'],
): LoopbackAgentsServer {
  return openLoopbackAgentsServer({ app, dataDir, isForAgent: background, say: voices?.english ?? say, log })
}

/** Whoever closes the window while the page loads, or ends the program, makes the load fail: an ordinary end. */
async function loadPage(window: BrowserWindow): Promise<void> {
  let isClosed = false
  window.once('close', () => void (isClosed = true))
  try {
    await window.loadURL(PAGE_ADDRESS)
  } catch (error) {
    if (!isClosed && !window.isDestroyed()) throw error
  }
}

/** Serves page and media until `stop` is called. */
async function servePages({ pageDir, dataDir, say, voices }: DesktopHostOptions, app: App) {
  const files = await readPageFiles(pageDir)
  limitPermissions(session.defaultSession)
  const reader = voices && {
    say: async () => say,
    language: () => voices.languageOf(electronApp.getPreferredSystemLanguages()),
  }
  const handle = createPageHandler({
    app,
    files,
    mediaFolders: mediaFolders(dataDir),
    say,
    ...(reader && { reader }),
  })
  return { handle, stop: servePage(handle, say) }
}

function openMainWindow(
  { background = false, crashes, preload, devTools, say, giveUp }: DesktopHostOptions,
  { clock, log, settings }: DesktopBase,
  commands: Commands,
): ReturnType<typeof createWindow> {
  const opening = createWindow({ settings: forgiving(settings, log), preload, devTools, clock, background })
  const { window } = opening
  watchPage({ window, now: () => clock.monotonicMs(), keep: crashes.keep, say, giveUp })
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) commands.pageLeft()
  })
  return opening
}

function openShell(
  { openings, devTools, say, voices }: DesktopHostOptions,
  { clock, log }: DesktopBase,
  parts: Pick<WindowShellDeps, 'app' | 'window' | 'commands' | 'notifications' | 'updates'>,
): Promise<() => void> {
  return openWindowShell({ ...parts, openings, devTools, say, voices, clock, log })
}

/** What the page hears: the application, and commands from outside it. */
function heardTogether(app: Pick<App, 'subscribe'>, commands: Commands): App['subscribe'] {
  return (listener) => {
    const stops = [app.subscribe(listener), commands.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  }
}
