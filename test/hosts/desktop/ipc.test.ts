import { beforeEach, expect, test } from 'vitest'
import { connectPage } from '#hosts/desktop/ipc.ts'
import { createWindow } from '#hosts/desktop/window.ts'
import { BrowserWindow, ipcMain, resetElectron } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'
import { createFakeApp, noticeEvent } from '../fake-app.ts'

beforeEach(resetElectron)

function setUp(maxPayloadCharacters = 1_000) {
  const app = createFakeApp()
  const window = createWindow({ settings: createMemorySettings(), preload: '/p.cjs', devTools: false })
  const stand = BrowserWindow.last
  if (!stand) throw new Error('no window')
  const disconnect = connectPage({ app, window, maxPayloadCharacters })
  const call = (event: object, ...args: readonly unknown[]) =>
    ipcMain.handlers.get('atelier:call')?.(event, ...args)
  const own = { sender: stand.webContents, senderFrame: stand.webContents.mainFrame }
  return { app, stand, disconnect, call, own }
}

test('hands a call of its own page to the application', async () => {
  const { app, call, own } = setUp()
  expect(await call(own, 'tasks.get', { id: 't1' })).toEqual({ ok: true, data: { fine: true } })
  expect(app.calls).toEqual([['tasks.get', { id: 't1' }]])
})

const frame = { origin: 'atelier://app', url: 'atelier://app/', parent: null }

test.each<readonly [string, (own: { sender: { mainFrame: typeof frame } }) => object]>([
  ['a frame that is gone', ({ sender }) => ({ sender, senderFrame: null })],
  ['another frame of the same origin', ({ sender }) => ({ sender, senderFrame: { ...frame } })],
  ['another web contents', ({ sender }) => ({ sender: { mainFrame: frame }, senderFrame: sender.mainFrame })],
])('refuses %s', async (_, from) => {
  const { app, call, own } = setUp()
  expect(await call(from(own), 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(app.calls).toEqual([])
})

test.each([
  ['null', 'atelier://app/'],
  ['', ''],
  ['atelier://app', ''],
  ['atelier://app', 'about:blank'],
  ['null', 'about:blank'],
  ['atelier://app', 'data:text/html,x'],
  ['atelier://evil', 'atelier://evil/'],
  ['atelier://app', 'atelier://evil/'],
  ['atelier://app.evil', 'atelier://app.evil/'],
  ['https://app', 'https://app/'],
  ['file://', 'file:///app/index.html'],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:5173/'],
  ['atelier://APP', 'atelier://app:1/'],
])('refuses the main frame while it shows %s at %s', async (origin, url) => {
  const { app, call, own, stand } = setUp()
  Object.assign(stand.webContents.mainFrame, { origin, url })
  expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(app.calls).toEqual([])
})

test('refuses once the window is gone', async () => {
  const { call, own, stand } = setUp()
  stand.destroyed = true
  expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
})

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

test.each([
  ['a payload above the limit', 'a.b', { text: 'x'.repeat(1_001) }, 'invalid_input'],
  ['a cycle', 'a.b', cycle, 'invalid_input'],
  ['a bigint', 'a.b', { n: 1n }, 'invalid_input'],
  ['no payload', 'a.b', undefined, 'invalid_input'],
  ['a function', 'a.b', () => 1, 'invalid_input'],
  ['a route that is not text', ['a.b'], {}, 'not_found'],
  ['an endless route', 'a'.repeat(101), {}, 'not_found'],
])('refuses %s', async (_, route, input, code) => {
  const { app, call, own } = setUp()
  expect(await call(own, route, input)).toMatchObject({ ok: false, error: { code } })
  expect(app.calls).toEqual([])
})

test('hands on plain JSON only', async () => {
  const { app, call, own } = setUp()
  await call(own, 'a.b', { map: new Map([[1, 2]]), date: new Date(0), gone: undefined })
  expect(app.calls).toEqual([['a.b', { map: {}, date: '1970-01-01T00:00:00.000Z' }]])
})

test('answers a failure inside with the envelope, and no detail', async () => {
  const { app, call, own } = setUp()
  app.answer = new Error('secret detail')
  const answer = await call(own, 'a.b', {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('sends events to the window until it is disconnected or gone', () => {
  const { app, disconnect, stand } = setUp()
  app.emit(noticeEvent)
  expect(stand.webContents.sent).toEqual([['atelier:event', noticeEvent]])
  stand.destroyed = true
  app.emit(noticeEvent)
  disconnect()
  expect([stand.webContents.sent.length, app.listeners.size, ipcMain.handlers.size]).toEqual([1, 0, 0])
})

test('takes away the unchecked channel of electron-store', () => {
  ipcMain.on('electron-store-get-data', () => undefined)
  setUp()
  expect(ipcMain.eventNames()).toEqual([])
})
