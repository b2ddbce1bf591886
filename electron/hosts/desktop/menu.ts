/** The application's menu: what every program of the platform has. */
import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the menu. Developer tools are in it only where the window has them. */
export function installMenu(devTools: boolean, platform: NodeJS.Platform = process.platform): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(devTools ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
  ]
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { role: 'appMenu' } : { label: '&File', submenu: [{ role: 'quit' }] }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      first,
      { role: 'editMenu' },
      { label: '&View', submenu: view },
      { role: 'windowMenu' },
    ]),
  )
}
