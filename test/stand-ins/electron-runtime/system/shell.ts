/**
 * `shell`: recorded, nothing is opened.
 *
 * Assumed (electron.d.ts, `Shell`): `openPath` resolves to the empty string or to what went wrong; `openExternal` rejects
 * an address that is none.
 */
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'

export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL')
    record('shell.openExternal', url)
  },
  async openPath(path: string): Promise<string> {
    record('shell.openPath', path)
    return ''
  },
  showItemInFolder: (path: string) => record('shell.showItemInFolder', path),
  trashItem: async (path: string) => record('shell.trashItem', path),
  beep: () => record('shell.beep'),
})
