/**
 * Stands in for the `electron` module of the main process: what `run.ts` hands to the application.
 *
 * Shapes follow electron.d.ts of the pinned version; what is assumed of the behaviour stands in each module with its
 * source. A member that is missing throws when it is read, and a missing module fails the import.
 */
import { app } from './app/app.ts'
import { ipcMain } from './ipc-main.ts'
import { protocol } from './protocol.ts'
import { session } from './session/session.ts'
import { strict } from './strict.ts'
import { clipboard, ClipboardItem } from './system/clipboard.ts'
import { dialog } from './system/dialog.ts'
import { Menu, MenuItem } from './system/menu.ts'
import { nativeImage } from './system/native-image.ts'
import { nativeTheme } from './system/native-theme.ts'
import { Notification } from './system/notification.ts'
import { powerMonitor, powerSaveBlocker } from './system/power.ts'
import { crashReporter, globalShortcut, net, systemPreferences } from './system/refused.ts'
import { safeStorage } from './system/safe-storage.ts'
import { screen } from './system/screen.ts'
import { shell } from './system/shell.ts'
import { Tray } from './system/tray.ts'
import { utilityProcess } from './system/utility-process.ts'
import { BrowserWindow } from './window/browser-window.ts'

const electron = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  // Of the renderer: absent in the main process.
  contextBridge: undefined,
  ipcRenderer: undefined,
  webFrame: undefined,
})

export default electron
export {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
}
