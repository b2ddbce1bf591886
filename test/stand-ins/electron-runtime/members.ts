/** The members of `electron` that there are. */
export { app } from './app/app.ts'
export { ipcMain } from './ipc-main.ts'
export { protocol } from './scheme-server.ts'
export { session } from './session/session.ts'
export { dialog } from './system/dialog.ts'
export { Menu } from './system/menu.ts'
export { nativeTheme } from './system/native-theme.ts'
export {
  autoUpdater,
  clipboard,
  ClipboardItem,
  nativeImage,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './system/recorded.ts'
export { safeStorage } from './system/safe-storage.ts'
export { utilityProcess } from './system/utility-process.ts'
export { BrowserWindow } from './window/browser-window.ts'
