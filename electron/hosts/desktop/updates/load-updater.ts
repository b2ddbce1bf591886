/** electron-updater, set up so that it does nothing by itself. */
import { once } from 'node:events'
import { autoUpdater as systemUpdater } from 'electron'
import type { Proxy } from '#contract/settings.ts'
import { chromiumProxy } from '../system-proxy.ts'
import type { Updater } from './updates.ts'

export interface UpdaterOptions {
  /** Whether versions that are marked as not finished count; asked before each look. */
  readonly prereleases: () => boolean
  /** The way that its requests take; asked before each of them, because it has a session of its own. */
  readonly proxy: () => Proxy
  readonly log: (line: string) => void
}

/** Loaded when it is first needed: it reads files of the installation. */
export async function loadUpdater(
  { prereleases, proxy, log }: UpdaterOptions,
  platform: NodeJS.Platform = process.platform,
): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater')
  const updater = electronUpdater.autoUpdater
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  const line = (text: unknown): void => log(`Update: ${String(text)}`)
  updater.logger = { info: () => undefined, warn: line, error: () => undefined }
  const takeProxy = (): Promise<void> => updater.netSession.setProxy(chromiumProxy(proxy()))
  return {
    checkForUpdates: async () => {
      await takeProxy()
      updater.allowPrerelease = prereleases()
      return updater.checkForUpdates()
    },
    downloadUpdate: async () => {
      await takeProxy()
      return updater.downloadUpdate()
    },
    prepare: platform === 'darwin' ? handToSquirrel : async () => undefined,
    // Without the installer's questions, which were answered at the first installation; the new version starts after it.
    quitAndInstall: () => updater.quitAndInstall(true, true),
    onProgress: (listener) => void updater.on('download-progress', ({ percent }) => listener(percent / 100)),
    onError: (listener) => void updater.on('error', listener),
  }
}

/**
 * Squirrel.Mac fetches the file from electron-updater's server on this computer, unpacks it and checks its signature. Asked for by
 * `quitAndInstall` alone, that would begin when the window is gone (electron-updater, MacUpdater.js).
 */
async function handToSquirrel(): Promise<void> {
  const prepared = once(systemUpdater, 'update-downloaded')
  systemUpdater.checkForUpdates()
  await prepared
}
