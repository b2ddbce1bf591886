/** What the desktop can do for the user outside its window. */
import { shell } from 'electron'
import type { Shell } from '#core/ports/shell.ts'

export function createDesktopShell(): Shell {
  return {
    reveal: async (path) => shell.showItemInFolder(path),
  }
}
