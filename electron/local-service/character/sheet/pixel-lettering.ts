/**
 * Capital letters and figures of three by five pixels, for pictures too small for strokes of a pen.
 */
import type { Canvas } from '../../paint/canvas.ts'
import type { Rgb } from '../../paint/color.ts'

/** Five lines from the top down; a line is a figure from 0 to 7 whose three bits are its pixels, the left one highest. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  '#': '57575',
}
const COLUMNS = 3
const GAP = 1

/** The height of a letter, in pixels at scale 1. */
export const LETTER_HEIGHT = 5

/** How wide `text` is, in pixels at scale 1. */
export function pixelWidthOf(text: string): number {
  return text.length * (COLUMNS + GAP) - GAP
}

/** Writes `text` with its top left corner there, each pixel of a letter `scale` wide; letters not known here are left out. */
export function writePixels(
  canvas: Canvas,
  text: string,
  place: { readonly left: number; readonly top: number; readonly scale: number },
  color: Rgb,
): void {
  const { left, top, scale } = place
  for (const [index, letter] of Array.from(text.toUpperCase()).entries()) {
    const start = left + index * (COLUMNS + GAP) * scale
    for (const [line, bits] of Array.from(GLYPHS[letter] ?? '', Number).entries()) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if ((bits & (4 >> column)) === 0) continue
        fillPixels(
          canvas,
          { left: start + column * scale, top: top + line * scale, width: scale, height: scale },
          color,
        )
      }
    }
  }
}

/** A rectangle of whole pixels; what lies outside the canvas is left out. */
export function fillPixels(
  { width, height, data }: Canvas,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  color: Rgb,
): void {
  for (let y = Math.max(0, box.top); y < Math.min(height, box.top + box.height); y += 1)
    for (let x = Math.max(0, box.left); x < Math.min(width, box.left + box.width); x += 1)
      data.set(color, (y * width + x) * 3)
}
