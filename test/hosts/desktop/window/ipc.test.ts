import { beforeEach, expect, test } from 'vitest'
import { ipcMain, resetElectron } from '#test/stand-ins/electron.ts'
import { noticeEvent } from '../../fake-app.ts'
import { connectFakeApp } from './ipc-setup.ts'

beforeEach(resetElectron)

test('hands a call of its own page to the application', async () => {
  const { app, call, own } = connectFakeApp()
  expect(await call(own, 'tasks.get', { id: 't1' })).toEqual({ ok: true, data: { fine: true } })
  expect(app.calls).toEqual([['tasks.get', { id: 't1' }]])
})

test('hands on plain JSON only', async () => {
  const { app, call, own } = connectFakeApp()
  await call(own, 'a.b', { map: new Map([[1, 2]]), date: new Date(0), gone: undefined })
  expect(app.calls).toEqual([['a.b', { map: {}, date: '1970-01-01T00:00:00.000Z' }]])
})

test('answers a failure inside with the envelope, and no detail', async () => {
  const { app, call, own } = connectFakeApp()
  app.response = new Error('secret detail')
  const response = await call(own, 'a.b', {})
  expect(response).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(response)).not.toContain('secret')
})

test('sends events to the window until it is disconnected or gone', () => {
  const { app, disconnect, stand } = connectFakeApp()
  app.emit(noticeEvent)
  expect(stand.webContents.sent).toEqual([['atelier:event', noticeEvent]])
  stand.destroyed = true
  app.emit(noticeEvent)
  disconnect()
  expect([stand.webContents.sent.length, app.listeners.size, ipcMain.handlers.size]).toEqual([1, 0, 0])
})

test('takes away the unchecked channel of electron-store', () => {
  ipcMain.on('electron-store-get-data', () => undefined)
  connectFakeApp()
  expect(ipcMain.eventNames()).toEqual([])
})
