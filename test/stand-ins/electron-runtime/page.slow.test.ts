/**
 * A page on the stand-in: what its world has, what crosses into it, where it may go, and who answers its requests.
 *
 * @slow The stand-in for Electron's runtime: its page.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { chromiumProgram, startSmallApp, type SmallApp } from './small-app.ts'

const MAIN = `
protocol.registerSchemesAsPrivileged([{ scheme: 'small',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } }])
app.on('web-contents-created', (_, contents) => {
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect'])
    contents.on(name, (event) => event.url.includes('allowed') || event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
})
ipcMain.handle('echo', (event, value) => [value, event.senderFrame.origin, event.senderFrame.url,
  event.senderFrame === event.sender.mainFrame])
ipcMain.handle('unclonable', () => () => 1)
ipcMain.handle('fails', () => { throw new TypeError('no such thing') })
app.whenReady().then(() => {
  protocol.handle('small', async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/away') return Response.redirect('small://app/elsewhere', 302)
    if (pathname === '/ranged') return new Response(request.headers.get('range') ?? '', { status: 206 })
    if (pathname === '/upload') return Response.json((await request.bytes()).length)
    if (pathname === '/headers') return Response.json([request.url, request.headers.get('origin')])
    const html = '<!doctype html><title>' + pathname + '</title>'
    return new Response(html, { headers: { 'content-type': 'text/html', 'x-seen': '1' } })
  })
  session.defaultSession.setPermissionRequestHandler((_, name, answer) => answer(name === 'notifications'))
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url.includes('banned') }))
  const window = new BrowserWindow({ webPreferences: { preload: import.meta.dirname + '/preload.cjs' } })
  window.loadURL('small://app/')
})`

const PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron')
class Made { constructor() { this.own = 1 } inherited() {} }
contextBridge.exposeInMainWorld('api', {
  add: (one, other) => one + other,
  apply: (listener) => listener('from the preload'),
  made: () => new Made(),
  later: () => Promise.reject(new Error('later')),
  invoke: (...args) => ipcRenderer.invoke(...args),
  hasFunction: (value) => typeof value.inner,
  on: (listener) => void ipcRenderer.on('news', (_, ...news) => listener(news)),
})
let again = 'nothing'
try { contextBridge.exposeInMainWorld('api', {}) } catch (error) { again = error.message }
contextBridge.exposeInMainWorld('again', again)
globalThis.secret = 'of the preload'`

const missing = chromiumProgram() === null
let app: SmallApp

beforeAll(async () => {
  if (missing) return
  app = await startSmallApp({ main: MAIN, preload: PRELOAD })
  await app.desktop.loaded()
})
afterAll(async () => {
  if (!missing) await app.close()
})

const inPage = (expression: string): Promise<unknown> => app.inPage(expression)

test.skipIf(missing)('the page has what the preload exposes, read-only, and nothing else of it', async () => {
  expect(
    await inPage(`[typeof require, typeof process, typeof ipcRenderer, typeof secret, again,
      Object.keys(window).filter((name) => /electron|api/.test(name)),
      Object.isFrozen(api), Object.getOwnPropertyDescriptor(window, 'api').writable]`),
  ).toEqual([
    'undefined',
    'undefined',
    'undefined',
    'undefined',
    'Cannot bind an API on top of an existing property on the window object',
    ['api'],
    true,
    false,
  ])
})

test.skipIf(missing)('functions answer at once, listeners are called, prototypes stay behind', async () => {
  expect(
    await inPage(`[api.add(1, 2), api.apply((word) => word + '!'), 'inherited' in api.made(), api.made().own,
    api.hasFunction({ inner: () => 1 })]`),
  ).toEqual([3, 'from the preload!', false, 1, 'function'])
  await expect(inPage(`api.later()`)).rejects.toThrow('later')
})

test.skipIf(missing)('a call reaches its handler with the frame it came from', async () => {
  expect(
    await inPage(`api.invoke('echo', { at: new Date(5), list: [undefined, 1n] })
      .then(([{ at, list }, ...where]) => [at.getTime(), list.map((item) => typeof item), ...where])`),
  ).toEqual([5, ['undefined', 'bigint'], 'small://app', 'small://app/', true])
})

test.skipIf(missing)('what cannot be cloned does not pass, and of an error only its message', async () => {
  const message = (expression: string) => inPage(`${expression}.catch(({ message }) => message)`)
  expect([
    await message(`api.invoke('echo', { inner: () => 1 })`),
    await message(`api.invoke('unclonable')`),
    await message(`api.invoke('fails')`),
    await message(`api.invoke('nobody')`),
  ]).toEqual([
    'An object could not be cloned.',
    "Error invoking remote method 'unclonable': Error: An object could not be cloned.",
    "Error invoking remote method 'fails': TypeError: no such thing",
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  ])
  await expect(
    app.desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('news', () => 1),
    ),
  ).rejects.toThrow('An object could not be cloned.')
})

test.skipIf(missing)('a message of the main process reaches the listener in the page', async () => {
  await inPage(`void (window.heard = []), api.on((news) => heard.push(news))`)
  await app.desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.send('news', { good: true }, 2),
  )
  expect(await until(async () => (await inPage('heard[0]')) ?? null)).toEqual([{ good: true }, 2])
})

test.skipIf(missing)('the handler answers every request: range, upload whole, own origin', async () => {
  expect(
    await inPage(`Promise.all([
      fetch('/ranged', { headers: { range: 'bytes=5-9' } }).then(async (r) => [r.status, await r.text()]),
      fetch('/upload', { method: 'POST', body: new Blob([new Uint8Array(3_000_000)]) }).then((r) => r.json()),
      fetch('/headers', { method: 'POST' }).then((r) => r.json()),
      fetch('/').then((r) => r.headers.get('x-seen')),
      fetch('/banned').catch(({ message }) => message),
      isSecureContext])`),
  ).toEqual([
    [206, 'bytes=5-9'],
    3_000_000,
    ['small://app/headers', 'small://app'],
    '1',
    'Failed to fetch',
    true,
  ])
})

test.skipIf(missing)('the application keeps the page where it is', async () => {
  const events = async () =>
    (await app.desktop.journal()).flatMap(({ what, details }) =>
      what.startsWith('webContents.w') ? [[what, details]] : [],
    )
  await inPage(`void (location.href = 'https://example.com/')`)
  await until(async () => (await events()).length >= 2)
  await inPage(
    `void (location.href = 'small://app/'.replace('small://app', location.origin) + 'away?allowed')`,
  )
  await until(async () => (await events()).length >= 5)
  // Without a press Chromium itself blocks the window.
  await app.desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      `void window.open('https://example.com/window')`,
      true,
    ),
  )
  await until(async () => (await events()).length >= 6)
  expect(await events()).toEqual([
    ['webContents.will-frame-navigate', { url: 'https://example.com/', prevented: true }],
    ['webContents.will-navigate', { url: 'https://example.com/', prevented: true }],
    ['webContents.will-frame-navigate', { url: 'small://app/away?allowed', prevented: false }],
    ['webContents.will-navigate', { url: 'small://app/away?allowed', prevented: false }],
    ['webContents.will-redirect', { url: 'small://app/elsewhere', prevented: true }],
    [
      'webContents.windowOpen',
      { url: 'https://example.com/window', disposition: 'foreground-tab', denied: true },
    ],
  ])
  expect(await inPage('[location.pathname, document.title]')).toEqual(['/', '/'])
  const pages = async (): Promise<readonly string[]> => {
    const list = await fetch(`${await app.desktop.endpoint()}/json/list`)
    const targets = (await list.json()) as { type: string; url: string }[]
    return targets.filter(({ type }) => type === 'page').map(({ url }) => url)
  }
  await until(async () => (await pages()).length === 1)
})

test.skipIf(missing)('a permission is what the handler says', async () => {
  const state = (name: string) =>
    inPage(`navigator.permissions.query({ name: '${name}' }).then((s) => s.state)`)
  expect([await state('notifications'), await state('geolocation')]).toEqual(['granted', 'denied'])
})
