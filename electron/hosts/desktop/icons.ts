/** The small pictures of the shell, drawn here: a ring for the tray, a dot over the taskbar's icon, a card for a drag. */
import { nativeImage, type NativeImage } from 'electron'

/** The accent of the page's tokens, and white: red, green, blue. */
const ACCENT = [232, 116, 59] as const
const BLACK = [0, 0, 0] as const

/** A ring. On macOS a template of black alone, which the menu bar colours (electron.d.ts, `NativeImage.setTemplateImage`). */
export function trayImage(platform: NodeJS.Platform = process.platform): NativeImage {
  const isMac = platform === 'darwin'
  const image = draw(isMac ? 18 : 32, isMac ? BLACK : ACCENT, (distance) => ring(distance))
  if (isMac) image.setTemplateImage(true)
  return image
}

/** 16 pixels: the size of an overlay on the taskbar (Microsoft, "ITaskbarList3::SetOverlayIcon"). */
export function dotImage(): NativeImage {
  return draw(16, ACCENT, (distance) => within(distance, 0.95))
}

/** What hangs on the pointer where there is no thumbnail: a drag needs a picture (electron.d.ts, `Item.icon`). */
export function cardImage(): NativeImage {
  return draw(64, ACCENT, (distance) => ring(distance))
}

function ring(distance: number): number {
  return within(distance, 0.95) * (1 - within(distance, 0.55))
}

/** 1 inside, 0 outside, soft in between. `distance` from the middle is 1 at the edge. */
function within(distance: number, radius: number): number {
  return Math.min(1, Math.max(0, (radius - distance) * 10 + 0.5))
}

/** Premultiplied blue, green, red, alpha: the order of `createFromBitmap` on the platforms that Electron has. */
function draw(
  size: number,
  [red, green, blue]: readonly [number, number, number],
  alphaAt: (distance: number) => number,
): NativeImage {
  const middle = (size - 1) / 2
  const pixels = Buffer.alloc(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const distance = Math.hypot((at % size) - middle, Math.floor(at / size) - middle) / (size / 2)
    const alpha = alphaAt(distance)
    pixels.set([blue * alpha, green * alpha, red * alpha, 255 * alpha].map(Math.round), at * 4)
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size })
}
