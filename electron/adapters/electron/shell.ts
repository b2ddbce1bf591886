/** What the desktop can do for the user outside its window. */
import { clipboard, ClipboardItem, dialog, shell } from 'electron'
import type { Shell } from '#core/ports/shell.ts'

export function createDesktopShell(): Shell {
  return {
    reveal: async (path) => shell.showItemInFolder(path),
    copyText: (text) => clipboard.writeText(text),
    copyImage: (png) =>
      clipboard.write([
        new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }),
      ]),
    chooseFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        properties: ['openDirectory', 'createDirectory'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
