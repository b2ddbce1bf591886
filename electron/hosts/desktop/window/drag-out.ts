/**
 * Drags files of the library into other programs while the page's pointer is down (electron.d.ts, `WebContents.startDrag`).
 *
 * The page names assets, never paths: it calls `library.dragOut`, and the core resolves them to files.
 */
import type { BrowserWindow } from 'electron'
import { cardImage, readThumbnail } from '../shell/icons.ts'

const THUMBNAIL_PX = 96

export async function dragOut(
  window: BrowserWindow,
  paths: readonly string[],
  thumbnail: string | null,
): Promise<void> {
  const [first] = paths
  const icon = (thumbnail === null ? null : await readThumbnail(thumbnail, THUMBNAIL_PX)) ?? cardImage()
  if (first === undefined || window.isDestroyed()) return
  window.webContents.startDrag({ file: first, files: [...paths], icon })
}
