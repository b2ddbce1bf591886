/**
 * Drags files of the library into other programs, while the page's pointer is down (electron.d.ts, `WebContents.startDrag`).
 *
 * The page names assets, never paths: it asks through the route `library.dragOut`, and the core says which files those are.
 */
import type { BrowserWindow } from 'electron'
import { cardImage } from './icons.ts'
import { readPicture } from './pictures.ts'

const PICTURE_PIXELS = 96

export async function dragOut(
  window: BrowserWindow,
  paths: readonly string[],
  picture: string | null,
): Promise<void> {
  const [first] = paths
  const icon = (picture === null ? null : await readPicture(picture, PICTURE_PIXELS)) ?? cardImage()
  if (first === undefined || window.isDestroyed()) return
  window.webContents.startDrag({ file: first, files: [...paths], icon })
}
