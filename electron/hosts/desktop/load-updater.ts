/** electron-updater, set up so that it does nothing by itself. */
import type { Updater } from './updates.ts'

export interface UpdaterOptions {
  /** Whether versions that are marked as not finished count; asked before each look. */
  readonly prereleases: () => boolean
  readonly log: (line: string) => void
}

/** Loaded when it is first needed: it reads files of the installation. */
export async function loadUpdater({ prereleases, log }: UpdaterOptions): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater')
  const updater = electronUpdater.autoUpdater
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  const line = (words: unknown): void => log(`Update: ${String(words)}`)
  updater.logger = { info: () => undefined, warn: line, error: () => undefined }
  return {
    checkForUpdates: () => {
      updater.allowPrerelease = prereleases()
      return updater.checkForUpdates()
    },
    downloadUpdate: () => updater.downloadUpdate(),
    // Without the installer's questions, which were answered at the first installation; the new version starts after it.
    quitAndInstall: () => updater.quitAndInstall(true, true),
    onProgress: (listener) => void updater.on('download-progress', ({ percent }) => listener(percent / 100)),
    onError: (listener) => void updater.on('error', listener),
  }
}
