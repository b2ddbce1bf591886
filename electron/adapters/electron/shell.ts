/** What the desktop can do for the user outside its window. */
import { dirname, extname, join } from 'node:path'
import {
  app,
  clipboard,
  ClipboardItem,
  dialog,
  shell,
  type BrowserWindow,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { Shell } from '#core/ports/shell.ts'
import type { KeyStorage } from './safe-storage.ts'

/** What the dialog calls each kind of file; it adds the extension to a name without one. */
const KINDS: Readonly<Record<string, PlainMessageId>> = {
  atelier: 'desktop.fileKind.recipe',
  json: 'desktop.fileKind.json',
  png: 'desktop.fileKind.png',
  txt: 'desktop.fileKind.text',
  zip: 'desktop.fileKind.zip',
}

type Say = (message: Message) => string

/** Dialogs belong to the window that `window` answers; before there is one they stand by themselves. */
export function createDesktopShell(window: () => BrowserWindow | null, say: Say): Shell {
  const openWindow = (): BrowserWindow | null => {
    const found = window()
    return found?.isDestroyed() ? null : found
  }
  /** Where the last file went, and the last folder chosen. Electron would begin in the downloads each time. */
  let folder: string | null = null
  let chosen: string | null = null
  return {
    systemLanguages: () => app.getPreferredSystemLanguages(),
    reveal: async (path) => shell.showItemInFolder(path),
    copyText: (text) => clipboard.writeText(text),
    copyImage: (png) =>
      clipboard.write([
        new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }),
      ]),
    chooseFolder: async () => {
      const options: OpenDialogOptions = {
        properties: ['openDirectory', 'createDirectory'],
        ...(chosen !== null && { defaultPath: chosen }),
      }
      const parent = openWindow()
      const { canceled, filePaths } = await (parent
        ? dialog.showOpenDialog(parent, options)
        : dialog.showOpenDialog(options))
      if (canceled) return null
      chosen = filePaths[0] ?? null
      return chosen
    },
    chooseFile: async (name) => {
      const options = saveOptions(join(folder ?? app.getPath('downloads'), name), say)
      const parent = openWindow()
      const { canceled, filePath } = await (parent
        ? dialog.showSaveDialog(parent, options)
        : dialog.showSaveDialog(options))
      if (canceled || filePath === '') return null
      folder = dirname(filePath)
      return filePath
    },
  }
}

function saveOptions(defaultPath: string, say: Say): SaveDialogOptions {
  const extension = extname(defaultPath).slice(1)
  const kind = KINDS[extension]
  return {
    defaultPath,
    // Linux asks before it replaces a file only when told to (Electron, "dialog": `showOverwriteConfirmation`).
    properties: ['createDirectory', 'showOverwriteConfirmation'],
    ...(kind === undefined ? {} : { filters: [{ name: say(message(kind)), extensions: [extension] }] }),
  }
}

const ANSWERS: readonly (KeyStorage | null)[] = ['session', 'readable']
/** What a dialog answers that was closed without a press (electron.d.ts, `MessageBoxOptions.cancelId`). */
const CLOSED = 2

/** null where the dialog is closed. The careful answer is the one that Enter gives. */
export async function askKeyStorage(say: Say): Promise<KeyStorage | null> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: say(message('desktop.keyStorage.title')),
    message: say(message('desktop.keyStorage.noKeychain')),
    detail: say(message('desktop.keyStorage.choice')),
    buttons: [say(message('desktop.keyStorage.session')), say(message('desktop.keyStorage.readable'))],
    defaultId: 0,
    cancelId: CLOSED,
    noLink: true,
  })
  return ANSWERS[response] ?? null
}
