/** Composition root of the desktop: wires adapters, application, page, window and local service, and unwinds them again. */
import { join } from 'node:path'
import { session, type BrowserWindow } from 'electron'
import type { openApp } from '#core/app.ts'
import { succeed, type Result } from '#contract/errors.ts'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { setAsideBrokenSettings } from '#adapters/node/broken-settings.ts'
import { openLogFile } from '#adapters/node/log-file.ts'
import { createSessionSecrets } from '#adapters/node/session-secrets.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { SpawnService } from '#hosts/local-service/service-process.ts'
import { superviseLocalService } from '#hosts/local-service/supervisor.ts'
import { isFirstStart, takeInSamples } from '#hosts/samples/first-samples.ts'
import { mediaFolders } from '#hosts/page/media-folders.ts'
import { readPageFiles } from '#hosts/page/page-files.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import { VERSION } from '#hosts/version.ts'
import { connectPage } from './ipc.ts'
import { installMenu } from './menu.ts'
import { denyPermissions } from './navigation.ts'
import { PAGE_ADDRESS, servePage } from './protocol.ts'
import { followTheme } from './theme.ts'
import { createWindow } from './window.ts'

export interface DesktopHostOptions {
  /** Exists and can be written. */
  readonly dataDir: string
  readonly pageDir: string
  readonly preload: string
  readonly devTools: boolean
  readonly openApp: typeof openApp
  readonly spawnService: SpawnService
  /** Sample works that a new library begins with. */
  readonly samplesDir?: string
}

export interface DesktopHost {
  readonly window: BrowserWindow
  /** Ends everything the host started, in the reverse order of its start. */
  close(): Promise<void>
}

/** Starts the desktop once Electron is ready. A second start on the same data comes back as data with a sentence. */
export async function startDesktopHost(options: DesktopHostOptions): Promise<Result<DesktopHost>> {
  const { dataDir, devTools, preload, samplesDir } = options
  const wantsSamples = samplesDir !== undefined && isFirstStart(dataDir)
  const clock = createSystemClock()
  const log = openLogFile(dataDir, clock)
  const setAside = setAsideBrokenSettings(dataDir, clock.now())
  if (setAside) log(setAside)
  const settings = openSettingsStore(dataDir)
  const opened = await options.openApp({
    dataDir,
    version: VERSION,
    host: 'desktop',
    capabilities: ['reveal', 'chooseFolder'],
    clock,
    random: Math.random,
    secrets: openSafeStorage(dataDir) ?? createSessionSecrets(),
    settings,
    shell: createDesktopShell(),
    ...(setAside ? { notices: [{ id: 'settings', code: 'settings_set_aside', message: setAside }] } : {}),
    log,
  })
  if (!opened.ok) return opened
  const app = opened.data
  const samples = wantsSamples ? takeInSamples(app, samplesDir, log) : null
  const files = await readPageFiles(options.pageDir)
  denyPermissions(session.defaultSession)
  installMenu(devTools)
  const stopTheme = followTheme(app, settings)
  const stopPage = servePage(createPageHandler({ app, files, mediaFolders: mediaFolders(dataDir) }))
  const window = createWindow({ settings, preload, devTools })
  const disconnect = connectPage({ app, window })
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
    async close() {
      disconnect()
      stopTheme()
      await supervisor.close()
      await app.close()
      await samples
      stopPage()
      log('The desktop ended.')
    },
  })
}
