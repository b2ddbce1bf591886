/** The members of `electron` that there are. */
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { Menu } from './menu.ts'
export { protocol } from './scheme-server.ts'
export { session } from './session.ts'
export {
  autoUpdater,
  clipboard,
  ClipboardItem,
  dialog,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
  Tray,
} from './system.ts'
export { utilityProcess } from './utility-process.ts'
export { ipcMain } from './web-contents.ts'
