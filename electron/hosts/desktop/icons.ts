/** The small pictures of the shell: an easel with the queue's state for the tray, a badge for the taskbar, a card for a drag. */
import { nativeImage, type NativeImage } from 'electron'
import { box, disc, grown, paint, stroke, union, type Ink, type Layer, type Shape } from './drawing.ts'
import type { QueueLook } from './queue-watch.ts'

/**
 * Seen on light panels and on dark ones, whose colour no system tells: each has a contrast of at least 3 to white and to #2b2b2b
 * (WCAG 2.2, 1.4.11). The first is the accent of the page's tokens between its two themes.
 */
const ACCENT: Ink = [222, 84, 43]
const AMBER: Ink = [186, 122, 0]
const QUIET: Ink = [138, 130, 124]
const BLACK: Ink = [0, 0, 0]
const WHITE: Ink = [255, 255, 255]

export type TrayState = 'idle' | 'working' | 'attention' | 'paused'

/** What the tray shows of the queue: what needs the user first, then that it stands still, then that it works. */
export function trayStateOf({ needsYou, paused, running, downloading, waiting }: QueueLook): TrayState {
  if (needsYou > 0) return 'attention'
  if (paused) return 'paused'
  return running + downloading + waiting > 0 ? 'working' : 'idle'
}

/** The size of one point in pixels, and how many pixels a picture has for it. */
interface Scale {
  readonly scaleFactor: number
  readonly sizePx: number
}

/** Linux hands the picture on as it is, and the panel scales it; the others choose by the screen's scale. */
const TRAY_SCALES: Readonly<Record<'darwin' | 'win32' | 'linux', readonly Scale[]>> = {
  darwin: [1, 2].map((scaleFactor) => ({ scaleFactor, sizePx: 16 * scaleFactor })),
  win32: [1, 1.25, 1.5, 2].map((scaleFactor) => ({ scaleFactor, sizePx: 16 * scaleFactor })),
  linux: [{ scaleFactor: 1, sizePx: 32 }],
}

/** On macOS a template of black alone, which the menu bar colours (electron.d.ts, `NativeImage.setTemplateImage`). */
export function trayImage(state: TrayState, platform: NodeJS.Platform = process.platform): NativeImage {
  const isMac = platform === 'darwin'
  const scales = TRAY_SCALES[isMac || platform === 'win32' ? platform : 'linux']
  const image = imageOf(trayLayers(state, isMac), scales)
  if (isMac) image.setTemplateImage(true)
  return image
}

/** The size of an overlay on the taskbar is 16 points (Microsoft, "ITaskbarList3::SetOverlayIcon"). */
export function badgeImage(): NativeImage {
  const layers = [
    { shape: disc(8, 8, 7.5), ink: AMBER },
    { shape: exclamation(8, 3.5, 12.5, 2.2), ink: WHITE },
  ]
  return imageOf(layers, TRAY_SCALES.win32)
}

/** What hangs on the pointer where there is no thumbnail: a drag needs a picture (electron.d.ts, `Item.icon`). */
export function cardImage(): NativeImage {
  const card = grown(box(3, 3, 13, 13), 2)
  const layers = [
    { shape: card, ink: ACCENT },
    { shape: EASEL_SMALL, ink: WHITE },
  ]
  return imageOf(layers, [{ scaleFactor: 1, sizePx: 64 }])
}

function imageOf(layers: readonly Layer[], [first, ...others]: readonly Scale[]): NativeImage {
  const sizePx = first?.sizePx ?? 0
  const image = nativeImage.createFromBitmap(paint(sizePx, layers), { width: sizePx, height: sizePx })
  for (const { scaleFactor, sizePx: width } of others) {
    image.addRepresentation({ scaleFactor, width, height: width, buffer: paint(width, layers) })
  }
  return image
}

/** The easel of the program's icon, drawn for 16 points. */
const EASEL = easel(1, 0)
const EASEL_SMALL = easel(0.72, 2.1)

function easel(scale: number, shift: number): Shape {
  const at = (x: number, y: number) => [x * scale + shift, y * scale + shift] as const
  const width = 2 * scale
  return union(
    stroke(at(2.5, 14), at(8, 2), width),
    stroke(at(8, 2), at(13.5, 14), width),
    stroke(at(4, 10.5), at(12, 10.5), width),
  )
}

/** Each state has a shape of its own: a template has no colour, and not everybody sees one. */
function trayLayers(state: TrayState, isMono: boolean): readonly Layer[] {
  const ink = (color: Ink): Ink => (isMono ? BLACK : color)
  const base = { shape: EASEL, ink: ink(state === 'paused' ? QUIET : ACCENT) }
  if (state === 'idle') return [base]
  const { shape, color, sign } = BADGES[state]
  const badge = [base, { shape: grown(shape, 1), ink: null }, { shape, ink: ink(color) }]
  return sign ? [...badge, { shape: sign, ink: null }] : badge
}

interface Badge {
  readonly shape: Shape
  readonly color: Ink
  /** Cut out of it. */
  readonly sign?: Shape
}

const BADGES: Readonly<Record<Exclude<TrayState, 'idle'>, Badge>> = {
  working: { shape: disc(12.5, 12.5, 3), color: ACCENT },
  attention: { shape: disc(11.5, 11.5, 4.5), color: AMBER, sign: exclamation(11.5, 8.9, 14.2, 1.5) },
  paused: {
    shape: disc(11.5, 11.5, 4.5),
    color: QUIET,
    sign: union(box(9.5, 9.5, 11, 13.5), box(12, 9.5, 13.5, 13.5)),
  },
}

function exclamation(x: number, top: number, bottom: number, width: number): Shape {
  const half = width / 2
  return union(stroke([x, top + half], [x, bottom - 2 * width], width), disc(x, bottom - half, half))
}
