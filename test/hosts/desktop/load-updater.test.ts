import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { loadUpdater } from '#hosts/desktop/load-updater.ts'

/** electron-updater with its own defaults: it fetches what it finds, and installs it when the program ends. */
const autoUpdater = Object.assign(new EventEmitter(), {
  autoDownload: true,
  autoInstallOnAppQuit: true,
  allowDowngrade: true,
  allowPrerelease: true,
  logger: null,
  checkForUpdates: async () => null,
})

// The real one needs Electron's runtime, and starts to fetch it where there is none.
vi.mock('electron-updater', () => ({ default: { autoUpdater } }))

test('it fetches and installs nothing by itself, and never an older version', async () => {
  let prereleases = false
  const updater = await loadUpdater({ prereleases: () => prereleases, log: () => undefined })
  await updater.checkForUpdates()
  const { autoDownload, autoInstallOnAppQuit, allowDowngrade, allowPrerelease } = autoUpdater
  expect({ autoDownload, autoInstallOnAppQuit, allowDowngrade, allowPrerelease }).toEqual({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
  })
  prereleases = true
  await updater.checkForUpdates()
  expect(autoUpdater.allowPrerelease).toBe(true)
})

test('progress and failures are told in the words of the host', async () => {
  const updater = await loadUpdater({ prereleases: () => false, log: () => undefined })
  const seen: unknown[] = []
  updater.onProgress((fraction) => seen.push(fraction))
  updater.onError(({ message }) => seen.push(message))
  autoUpdater.emit('download-progress', { percent: 25 })
  autoUpdater.emit('error', new Error('away'))
  expect(seen).toEqual([0.25, 'away'])
})
