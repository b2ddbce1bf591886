import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { Proxy } from '#contract/settings.ts'
import { loadUpdater, type UpdaterOptions } from '#hosts/desktop/updates/load-updater.ts'

/** What it was asked, oldest first. */
const asked: unknown[] = []

/** electron-updater with its own defaults: it fetches what it finds, and installs it when the program ends. */
const autoUpdater = Object.assign(new EventEmitter(), {
  autoDownload: true,
  autoInstallOnAppQuit: true,
  allowDowngrade: true,
  allowPrerelease: true,
  logger: null,
  checkForUpdates: async () => void asked.push('check'),
  downloadUpdate: async () => void asked.push('download'),
  netSession: { setProxy: async (config: unknown) => void asked.push(config) },
})

const OPTIONS: UpdaterOptions = {
  prereleases: () => false,
  proxy: () => ({ mode: 'system' }),
  log: () => undefined,
}

// The real one needs Electron's runtime, and starts to fetch it where there is none.
vi.mock('electron-updater', () => ({ default: { autoUpdater } }))

test('it fetches and installs nothing by itself, and never an older version', async () => {
  let prereleases = false
  const updater = await loadUpdater({ ...OPTIONS, prereleases: () => prereleases })
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

test('its own session takes the proxy of the moment before anything leaves', async () => {
  let proxy: Proxy = { mode: 'custom', address: 'http://proxy.example:3128/' }
  const updater = await loadUpdater({ ...OPTIONS, proxy: () => proxy })
  asked.length = 0
  await updater.checkForUpdates()
  proxy = { mode: 'none' }
  await updater.downloadUpdate()
  expect(asked).toEqual([
    { mode: 'fixed_servers', proxyRules: 'http://proxy.example:3128' },
    'check',
    { mode: 'direct' },
    'download',
  ])
})

test('progress and failures are told in the words of the host', async () => {
  const updater = await loadUpdater(OPTIONS)
  const seen: unknown[] = []
  updater.onProgress((fraction) => seen.push(fraction))
  updater.onError(({ message }) => seen.push(message))
  autoUpdater.emit('download-progress', { percent: 25 })
  autoUpdater.emit('error', new Error('away'))
  expect(seen).toEqual([0.25, 'away'])
})
