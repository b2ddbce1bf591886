import { EventEmitter } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Proxy } from '#contract/settings.ts'
import { loadUpdater, type UpdaterOptions } from '#hosts/desktop/updates/load-updater.ts'
import { openProgramUpdates } from '#hosts/desktop/updates/program-updates.ts'
import { app as electronApp, resetElectron } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'

/** What it was asked, oldest first. */
const asked: unknown[] = []

/** electron-updater with its own defaults: it fetches what it finds, and installs it when the program ends. */
const autoUpdater = Object.assign(new EventEmitter(), {
  autoDownload: true,
  autoInstallOnAppQuit: true,
  allowDowngrade: true,
  allowPrerelease: true,
  logger: null,
  checkForUpdates: async () => {
    asked.push('check')
    return { isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }
  },
  downloadUpdate: async () => void asked.push('download'),
  quitAndInstall: (...words: readonly unknown[]) => void electronApp.calls.push(`install ${String(words)}`),
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

test.skipIf(process.platform !== 'linux')(
  'a new AppImage finds no instance running when it starts',
  async () => {
    resetElectron()
    const folder = await makeTempDir()
    const appImage = join(folder, 'Atelier.AppImage')
    for (const file of [appImage, join(folder, 'app-update.yml')]) await writeFile(file, '')
    vi.stubEnv('APPIMAGE', appImage)
    vi.stubEnv('APPDIR', dirname(process.execPath))
    const { resourcesPath } = process
    Object.assign(process, { resourcesPath: folder })
    onTestFinished(() => {
      vi.unstubAllEnvs()
      Object.assign(process, { resourcesPath })
    })
    const updates = openProgramUpdates({
      dataDir: folder,
      settings: { get: () => undefined, set: () => undefined },
      safeMode: false,
      say,
      clock: createManualClock(),
      log: () => undefined,
    })
    onTestFinished(updates.close)
    await updates.check()
    await updates.download()
    updates.install()
    updates.finish(() => expect.unreachable('it is being replaced'))
    expect(electronApp.calls).toEqual(['quit', 'releaseSingleInstanceLock', 'install true,true'])
  },
)
