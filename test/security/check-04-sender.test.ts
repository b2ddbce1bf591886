/** Check 4: a call counts only from the main frame of the window while it shows the page's own origin. */
import { beforeEach, expect, test } from 'vitest'
import { resetElectron } from '#test/stand-ins/electron.ts'
import { connectFakeApp } from '../hosts/desktop/window/ipc-setup.ts'

beforeEach(resetElectron)

const frame = { origin: 'atelier://app', url: 'atelier://app/', parent: null }

test.each<readonly [string, (own: { sender: { mainFrame: typeof frame } }) => object]>([
  ['a frame that is gone', ({ sender }) => ({ sender, senderFrame: null })],
  ['another frame of the same origin', ({ sender }) => ({ sender, senderFrame: { ...frame } })],
  ['another web contents', ({ sender }) => ({ sender: { mainFrame: frame }, senderFrame: sender.mainFrame })],
])('refuses %s', async (_, from) => {
  const { app, call, own } = connectFakeApp()
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
  const { app, call, own, stand } = connectFakeApp()
  Object.assign(stand.webContents.mainFrame, { origin, url })
  expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(app.calls).toEqual([])
})

test('refuses once the window is gone', async () => {
  const { call, own, stand } = connectFakeApp()
  stand.destroyed = true
  expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
})
