/** The question where to keep keys on a computer without a keychain. */
import { dialog } from 'electron'
import type { KeyStorage } from './safe-storage.ts'

const ANSWERS: readonly (KeyStorage | null)[] = ['session', 'readable']
/** What a dialog answers that was closed without a press (electron.d.ts, `MessageBoxOptions.cancelId`). */
const CLOSED = 2

/** null where the dialog is closed. The careful answer is the one that Enter gives. */
export async function askKeyStorage(): Promise<KeyStorage | null> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Where to keep keys',
    message: 'This computer has no keychain.',
    detail:
      'Atelier can keep your keys until it ends, and you enter them again at the next start. Or it keeps them in a file of your data folder that every program of your user can read. You can choose again in Settings, About.',
    buttons: ['Keep until Atelier ends', 'Keep in a readable file'],
    defaultId: 0,
    cancelId: CLOSED,
    noLink: true,
  })
  return ANSWERS[response] ?? null
}
