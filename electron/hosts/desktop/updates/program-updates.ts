/** Wires updates of the program to this installation, its settings and its end. */
import { app } from 'electron'
import { DEFAULT_SETTINGS, type Proxy, type Settings, settingsSchema } from '#contract/settings.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { loadUpdater } from './load-updater.ts'
import { noteAskedUpdate } from './unfinished-update.ts'
import { createDesktopUpdates, type DesktopUpdates } from './updates.ts'
import { whyUpdatesAreOff } from './updates-off.ts'

export interface ProgramUpdatesOptions {
  readonly dataDir: string
  readonly settings: SettingsFile
  readonly safeMode: boolean
  readonly clock: Clock
  readonly log: (line: string) => void
}

export interface ProgramUpdates extends DesktopUpdates {
  /** Once all else is closed: has the program replaced where the user asked for it, and calls `exit` where not. */
  finish(exit: () => void): void
}

export function openProgramUpdates({
  dataDir,
  settings,
  safeMode,
  clock,
  log,
}: ProgramUpdatesOptions): ProgramUpdates {
  const chosen = (): Settings['updates'] => {
    const parsed = settingsSchema.shape.updates.partial().safeParse(settings.get('updates'))
    const { automatic, prereleases } = parsed.success ? parsed.data : {}
    return {
      automatic: automatic ?? DEFAULT_SETTINGS.updates.automatic,
      prereleases: prereleases ?? DEFAULT_SETTINGS.updates.prereleases,
    }
  }
  const updates = createDesktopUpdates({
    off: whyUpdatesAreOff({
      isPackaged: app.isPackaged,
      safeMode,
      platform: process.platform,
      environment: process.env,
      program: process.execPath,
      resources: process.resourcesPath,
    }),
    load: () =>
      loadUpdater({
        prereleases: () => chosen().prereleases,
        proxy: () => readProxy(settings.get('network')),
        log,
      }),
    isAutomatic: () => chosen().automatic,
    quit: () => app.quit(),
    clock,
    log,
  })
  return {
    ...updates,
    finish(exit) {
      const version = updates.asked()
      if (version === null) return exit()
      noteAskedUpdate(dataDir, version)
      // A new AppImage is started before this process has ended, and would find it running.
      app.releaseSingleInstanceLock()
      updates.replace(exit)
    },
  }
}

function readProxy(network: unknown): Proxy {
  const parsed = settingsSchema.shape.network.safeParse(network)
  return (parsed.success ? parsed.data : DEFAULT_SETTINGS.network).proxy
}
