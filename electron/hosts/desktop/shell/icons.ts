/** The shell's images: the window's icon, the tray's states, the taskbar's badge, what hangs on the pointer in a drag. `npm run icons` draws the files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeImage, type NativeImage, type BrowserWindow } from 'electron'
import sharp from 'sharp'
import { SHELL_ICONS_DIR } from '#hosts/build-paths.ts'
import type { QueueSummary } from './queue-watch.ts'

const THUMBNAIL_PX = 256
const DRAGGED_PX = 96
/** The files have two pixels per point. */
const FILE_SCALE = 2

export type TrayState = 'idle' | 'working' | 'attention' | 'paused'

/** What the tray shows of the queue: what needs the user first, then that it is paused, then that it works. */
export function trayStateOf({
  needsYou,
  approvals,
  paused,
  running,
  downloading,
  waiting,
}: QueueSummary): TrayState {
  if (needsYou + approvals > 0) return 'attention'
  if (paused) return 'paused'
  return running + downloading + waiting > 0 ? 'working' : 'idle'
}

/**
 * On macOS a template of black alone, which the menu bar colours (electron.d.ts, `NativeImage.setTemplateImage`). Linux hands
 * every pixel to the panel, which scales it.
 */
export function trayImage(state: TrayState, platform: NodeJS.Platform = process.platform): NativeImage {
  if (platform !== 'darwin') return readIcon(`tray-${state}`, platform === 'win32' ? FILE_SCALE : 1)
  const image = readIcon(`tray-${state}-template`, FILE_SCALE)
  image.setTemplateImage(true)
  return image
}

/** The size of an overlay on the taskbar is 16 points (Microsoft, "ITaskbarList3::SetOverlayIcon"). */
export function badgeImage(): NativeImage {
  return readIcon('badge', FILE_SCALE)
}

/**
 * The window's own: on Linux an AppImage, an unpacked archive and a checkout have no .desktop file that would name one. Windows
 * and macOS take the program's.
 */
export function windowIcon(platform: NodeJS.Platform = process.platform): { readonly icon?: NativeImage } {
  return platform === 'linux' ? { icon: readIcon('window', 1) } : {}
}

/** What hangs on the pointer where there is no thumbnail: a drag needs an image (electron.d.ts, `Item.icon`). */
export function cardImage(): NativeImage {
  return readIcon('card', 1)
}

/**
 * A thumbnail as the system takes it: thumbnails are WebP, which Electron does not read (electron.d.ts,
 * `nativeImage.createFromPath`). Null where the file is no readable image.
 */
export async function readThumbnail(path: string, longestSidePx = THUMBNAIL_PX): Promise<NativeImage | null> {
  try {
    const png = await sharp(path).resize(longestSidePx, longestSidePx, { fit: 'inside' }).png().toBuffer()
    const image = nativeImage.createFromBuffer(png)
    return image.isEmpty() ? null : image
  } catch {
    return null
  }
}

function readIcon(name: string, scaleFactor: number): NativeImage {
  return nativeImage.createFromBuffer(readFileSync(join(SHELL_ICONS_DIR, `${name}.png`)), { scaleFactor })
}

/**
 * Drags files of the library into other programs while the page's pointer is down (electron.d.ts, `WebContents.startDrag`). The page
 * names assets, never paths: it calls `library.dragOut`, and the core resolves them to files.
 */
export async function dragOut(
  window: BrowserWindow,
  paths: readonly string[],
  thumbnail: string | null,
): Promise<void> {
  const [first] = paths
  const icon = (thumbnail === null ? null : await readThumbnail(thumbnail, DRAGGED_PX)) ?? cardImage()
  if (first === undefined || window.isDestroyed()) return
  window.webContents.startDrag({ file: first, files: [...paths], icon })
}
