/** The page's connection with a fake application behind it, and a way to call as any sender. */
import { connectPage } from '#hosts/desktop/window/ipc.ts'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, ipcMain } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { createFakeApp } from '../../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'

export function connectFakeApp() {
  const app = createFakeApp()
  const { window } = createWindow({
    settings: createMemorySettings(),
    preload: '/p.cjs',
    devTools: false,
    clock: createManualClock(),
  })
  const stand = BrowserWindow.last
  if (!stand) throw new Error('no window')
  const files: (readonly unknown[])[] = []
  const disconnect = connectPage({
    app,
    window,
    say,
    receiveFile: async (call) => {
      files.push(call)
      return null
    },
  })
  const call = (event: object, ...args: readonly unknown[]) =>
    ipcMain.handlers.get('atelier:call')?.(event, ...args)
  const handFile = (event: object, ...args: readonly unknown[]) =>
    ipcMain.handlers.get('atelier:file')?.(event, ...args)
  const own = { sender: stand.webContents, senderFrame: stand.webContents.mainFrame }
  return { app, stand, disconnect, call, handFile, files, own }
}
