/** An update on macOS: electron-updater's own MacUpdater between a server of releases and Squirrel.Mac, which is the stand-in's. */
import { render } from '#core/messages/render.ts'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import Module, { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { httpExecutor } from 'builder-util'
import type { BrowserWindow as ElectronWindow } from 'electron'
import type { MacUpdater } from 'electron-updater'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { followedBy, message } from '#contract/messages/message.ts'
import { watchQueue } from '#hosts/desktop/shell/queue-watch.ts'
import { explainQuit } from '#hosts/desktop/shell/quit.ts'
import { loadUpdater } from '#hosts/desktop/updates/load-updater.ts'
import { createDesktopUpdates } from '#hosts/desktop/updates/updates.ts'
import { autoUpdater as squirrel, told } from '#test/stand-ins/electron-shell.ts'
import { app as electronApp, BrowserWindow, resetElectron, session } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { createFakeApp } from '../../fake-app.ts'
import { queueState } from '../shell/queue-states.ts'
import { say } from '#test/stand-ins/say.ts'

const require = createRequire(import.meta.url)
const PROGRAM = Buffer.from('a program that is zipped')
const loaded: { autoUpdater?: MacUpdater } = {}
vi.mock('electron-updater', () => ({ default: loaded }))
beforeEach(resetElectron)

/** Its own module is CommonJS and asks for `electron` by itself; requests go through Node's HTTP. */
function openMacUpdater(folder: string): MacUpdater {
  const electron = require.resolve('electron')
  const module = new Module(electron)
  module.exports = { autoUpdater: squirrel, session: { fromPartition: () => session.defaultSession } }
  module.loaded = true
  require.cache[electron] = module
  onTestFinished(() => void delete require.cache[electron])
  const { MacUpdater: Updater } = require('electron-updater/out/MacUpdater.js') as {
    MacUpdater: typeof MacUpdater
  }
  const { ElectronHttpExecutor } = require('electron-updater/out/electronHttpExecutor.js') as {
    ElectronHttpExecutor: new () => object
  }
  const updater = new Updater(undefined, {
    version: '1.0.0',
    name: 'atelier',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  })
  const { createRequest } = httpExecutor
  return Object.assign(updater, {
    httpExecutor: Object.assign(new ElectronHttpExecutor(), { createRequest }),
  })
}

async function serveRelease(): Promise<string> {
  const manifest = {
    version: '2.0.0',
    files: [
      { url: 'a.zip', sha512: createHash('sha512').update(PROGRAM).digest('base64'), size: PROGRAM.length },
    ],
  }
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('.yml')) response.end(JSON.stringify(manifest))
    else if (url === '/a.zip') response.end(PROGRAM)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The update is fetched, and Squirrel knows nothing of it yet. */
async function setUp() {
  const folder = await makeTempDir()
  const url = await serveRelease()
  await writeFile(
    join(folder, 'app-update.yml'),
    JSON.stringify({ provider: 'generic', url, updaterCacheDirName: 'updates' }),
  )
  const updater = openMacUpdater(folder)
  loaded.autoUpdater = updater
  const clock = createManualClock()
  const app = createFakeApp()
  app.response = { ok: true, data: queueState() }
  let ends = 0
  const leave = (): void => {
    let isHeld = false
    electronApp.emit('before-quit', { preventDefault: () => (isHeld = true) })
    if (!isHeld) ends++
  }
  const quit = vi.spyOn(electronApp, 'quit').mockImplementation(leave)
  const updates = createDesktopUpdates({
    say,
    off: null,
    load: () =>
      loadUpdater(
        { prereleases: () => false, proxy: () => ({ mode: 'system' }), log: () => undefined },
        'darwin',
      ),
    isAutomatic: () => false,
    quit: () => electronApp.quit(),
    clock,
    log: () => undefined,
  })
  const stop = explainQuit({
    window: new BrowserWindow({}) as unknown as ElectronWindow,
    queue: watchQueue(app),
    say,
    now: () => 0,
    keepOn: () => false,
    isExplained: () => true,
    isUpdating: () => updates.asked() !== null,
    prepareUpdate: updates.prepare,
    onStay: updates.postpone,
    onUnderstood: () => undefined,
  })
  onTestFinished(() => {
    stop()
    quit.mockRestore()
    const server: unknown = Reflect.get(updater, 'server')
    if (server instanceof Object && 'close' in server) (server as { close(): void }).close()
  })
  await updates.check()
  expect(await updates.download()).toEqual({ state: 'ready', version: '2.0.0' })
  expect(squirrel.fetched).toBeNull()
  return { clock, updates, leave, ends: () => ends }
}

test('the window says that it installs until Squirrel has prepared the update; then the program ends and is replaced', async () => {
  const { updates, ends } = await setUp()
  updates.install()
  await until(() => squirrel.fetched)
  expect([squirrel.fetched, updates.current(), ends()]).toEqual([
    PROGRAM,
    { state: 'installing', version: '2.0.0' },
    0,
  ])
  squirrel.unpacking.resolve()
  await until(() => ends() === 1)
  expect([updates.asked(), told.filter(([what]) => String(what).startsWith('autoUpdater'))]).toEqual([
    '2.0.0',
    [],
  ])
  updates.replace(() => expect.unreachable('it was prepared'))
  expect(told.slice(-2)).toEqual([['autoUpdater.before-quit-for-update'], ['autoUpdater.relaunch']])
})

test.each([
  ['refuses its signature', () => squirrel.unpacking.reject(new Error('Code signature did not pass'))],
  ['does not answer', (wait: () => void) => wait()],
])('where Squirrel %s, that is said and the program stays', async (_how, fail) => {
  const { clock, updates, leave, ends } = await setUp()
  updates.install()
  await until(() => squirrel.fetched)
  fail(() => clock.advance(10 * 60_000))
  await until(() => updates.current().state === 'failed')
  expect([updates.current(), updates.asked(), ends()]).toEqual([
    {
      state: 'failed',
      message: render(
        followedBy(message('desktop.update.refused'), message('desktop.update.unchanged')),
        say,
      ),
    },
    null,
    0,
  ])
  await until(() => {
    leave()
    return ends() === 1
  })
})
