import { written } from '#contract/messages/message.ts'
import { renderResult } from '#core/messages/render.ts'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import type { AppOptions } from '#core/app.ts'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import { startDesktopHost } from '#hosts/desktop/start-desktop-host.ts'
import {
  BrowserWindow,
  ipcMain,
  nativeTheme,
  resetElectron,
  session,
  standIn,
} from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { chromiumProxy, readProxyList, systemProxy } from '#hosts/desktop/system-proxy.ts'
import { told } from '#test/stand-ins/electron-shell.ts'
import { createFakeApp } from '../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

async function setUp() {
  const app = createFakeApp()
  app.response = renderResult(fail('not_found', written('There is nothing in it.')), say)
  const seen: AppOptions[] = []
  const dataDir = await makeTempDir()
  const pageDir = join(dataDir, 'page')
  await mkdir(pageDir)
  await writeFile(join(pageDir, 'index.html'), '<title>Atelier</title>')
  await writeFile(join(dataDir, 'settings.json'), '{"appearance":{"theme":"light"}}')
  let end = (_reason: string): void => undefined
  const options = {
    dataDir,
    pageDir,
    preload: '/preload.cjs',
    devTools: false,
    crashes: openCrashNotes(dataDir, () => 1_000, '1.2.3'),
    giveUp: () => undefined,
    say,
    openApp: async (options: AppOptions) => {
      seen.push(options)
      return succeed(app)
    },
    spawnService: () => ({
      onLine: () => undefined,
      onExit: (listener: (reason: string) => void) => void (end = listener),
      stop: () => end('exit code 0'),
    }),
  }
  return { app, seen, options }
}

test('wires page, calls and fences together, and undoes it all', async () => {
  const { app, seen, options } = await setUp()
  const host = await startDesktopHost(options)
  if (!host.ok) throw new Error(host.error.id)
  const given = seen[0]
  expect([given?.host, given?.capabilities, given?.secrets.protection]).toEqual([
    'desktop',
    ['reveal', 'chooseFolder', 'desktop', 'dragOut', 'clipboard', 'spellLanguages'],
    'os',
  ])
  expect(BrowserWindow.last?.calls).toEqual(['loadURL atelier://app/', 'show'])
  expect([
    ipcMain.handlers.size,
    standIn.menus.length,
    session.defaultSession.permissionCheck === null,
  ]).toEqual([2, 1, false])
  const page = await standIn.protocolHandlers.get('atelier')?.(new Request('atelier://app/'))
  expect(await page?.text()).toBe('<title>Atelier</title>')
  await given?.shell?.reveal('/a/b.png')
  expect(standIn.revealed).toEqual(['/a/b.png'])
  await host.data.close()
  expect([app.isClosed, app.listeners.size, ipcMain.handlers.size, standIn.protocolHandlers.size]).toEqual([
    true,
    0,
    0,
    0,
  ])
})

test('a session that ends on Windows finds everything closed when its handler returns', async () => {
  const { app, options } = await setUp()
  const host = await startDesktopHost(options)
  const running = join(options.dataDir, 'logs', 'running.txt')
  const before = existsSync(running)
  BrowserWindow.last?.emit('session-end', {})
  const settings = readFileSync(join(options.dataDir, 'settings.json'), 'utf8')
  expect([before, existsSync(running), app.isClosed, settings.includes('"window"')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  if (host.ok) await host.data.close()
})

function failLoading(isClosed: boolean): void {
  const load = vi.spyOn(BrowserWindow.prototype, 'loadURL').mockImplementation(async function (
    this: BrowserWindow,
  ) {
    if (isClosed) {
      this.emit('close', {})
      this.destroy()
    }
    throw new Error('ERR_FAILED (-2) loading atelier://app/')
  })
  onTestFinished(() => load.mockRestore())
}

test('a page that cannot be loaded ends the start', async () => {
  const { options } = await setUp()
  failLoading(false)
  await expect(startDesktopHost(options)).rejects.toThrow('ERR_FAILED')
})

test('closing the window while its page loads is an ordinary end', async () => {
  const { options } = await setUp()
  failLoading(true)
  const host = await startDesktopHost(options)
  expect(host.ok).toBe(true)
  if (host.ok) await host.data.close()
})

test('an end of the program while the page loads is no fault either', async () => {
  const { options } = await setUp()
  standIn.isLoadingHeld = true
  const starting = startDesktopHost(options)
  const window = await until(() => BrowserWindow.last?.calls.length === 1 && BrowserWindow.last)
  window.destroy()
  const host = await starting
  expect(host.ok).toBe(true)
  if (host.ok) await host.data.close()
})

test('is ready when its window is shown, and not before', async () => {
  const { options } = await setUp()
  standIn.paintsHidden = false
  const shown = vi.spyOn(BrowserWindow.prototype, 'show')
  onTestFinished(() => shown.mockRestore())
  const host = await startDesktopHost(options)
  expect(shown).toHaveBeenCalledOnce()
  if (host.ok) await host.data.close()
})

test('follows the theme that the user chose', async () => {
  const { app, options } = await setUp()
  const host = await startDesktopHost(options)
  expect(nativeTheme.themeSource).toBe('light')
  app.emit({
    name: 'settings.changed',
    data: {
      settings: { ...DEFAULT_SETTINGS, appearance: { ...DEFAULT_SETTINGS.appearance, theme: 'dark' } },
    },
  })
  expect(nativeTheme.themeSource).toBe('dark')
  if (host.ok) await host.data.close()
})

test('keeps keys for the session where the system protects none', async () => {
  const { seen, options } = await setUp()
  standIn.encryption.available = false
  const host = await startDesktopHost(options)
  expect(seen[0]?.secrets.protection).toBe('session')
  if (host.ok) await host.data.close()
})

test('opens no window when the application cannot be opened', async () => {
  const { options } = await setUp()
  const conflict = fail('conflict', written('Atelier is already open on this folder.'))
  expect(await startDesktopHost({ ...options, openApp: async () => conflict })).toEqual(conflict)
  expect(BrowserWindow.last).toBeNull()
})

test.each([
  ['DIRECT', null],
  ['PROXY a.example:8080', 'http://a.example:8080'],
  ['PROXY a:80; DIRECT', 'http://a:80'],
  ['HTTPS a:443;PROXY b:80', 'https://a:443'],
  ['SOCKS5 a:1080; PROXY b:80', 'http://b:80'],
  ['SOCKS5 a:1080; DIRECT', null],
])('takes the first way of %j that a request can go', (list, proxy) => {
  expect(readProxyList(list)).toBe(proxy)
})

test.each(['SOCKS5 a:1080', 'SOCKS a:1080; QUIC b:443', '', 'PROXY'])(
  'goes no way of its own where %j names none',
  (list) => {
    expect(() => readProxyList(list)).toThrow('cannot use')
  },
)

test('asks for each address', async () => {
  session.defaultSession.proxyList = 'PROXY a:80'
  expect(await systemProxy(session.defaultSession, new URL('https://x.example/y'))).toBe('http://a:80')
  expect(told).toEqual([['session.resolveProxy', 'https://x.example/y']])
})

test('tells Chromium the same', () => {
  expect([
    chromiumProxy({ mode: 'system' }),
    chromiumProxy({ mode: 'none' }),
    chromiumProxy({ mode: 'custom', address: 'http://a:80/' }),
  ]).toEqual([{ mode: 'system' }, { mode: 'direct' }, { mode: 'fixed_servers', proxyRules: 'http://a:80' }])
})
