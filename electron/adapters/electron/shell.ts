/** What the desktop can do for the user outside its window. */
import { dialog, shell } from 'electron'
import type { Shell } from '#core/ports/shell.ts'

export function createDesktopShell(): Shell {
  return {
    reveal: async (path) => shell.showItemInFolder(path),
    chooseFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        properties: ['openDirectory', 'createDirectory'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
