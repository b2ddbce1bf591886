/**
 * Turns a small picture into pixel art: few colours, no soft edges, then enlarged without smoothing.
 */
import { createCanvas, type Canvas } from '../paint/canvas.ts'
import { encodePart, toOklab, type Oklab, type Rgb } from '../paint/color.ts'

/** How many pixels of the finished picture make one of the small one. */
export const PIXEL_SIDE = 4

const COLORS = 36
/** Steps a side of the cube into which colours are sorted to count them. */
const STEPS = 18

/** `canvas` in its own most frequent colours, enlarged to `width` x `height`. */
export function toPixelArt(canvas: Canvas, width: number, height: number): Canvas {
  const palette = frequentColors(canvas)
  const labs = palette.map(toOklab)
  const nearest = new Map<number, Rgb>()
  const result = createCanvas(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = [
        Math.min(canvas.width - 1, Math.floor((x * canvas.width) / width)),
        Math.min(canvas.height - 1, Math.floor((y * canvas.height) / height)),
      ]
      const at = sy * canvas.width + sx
      let color = nearest.get(at)
      if (color === undefined) {
        color = closest(palette, labs, toOklab(colorAt(canvas, at)))
        nearest.set(at, color)
      }
      result.data.set(color, (y * width + x) * 3)
    }
  }
  return result
}

function colorAt({ data }: Canvas, at: number): Rgb {
  return [data[at * 3] as number, data[at * 3 + 1] as number, data[at * 3 + 2] as number]
}

function closest(palette: readonly Rgb[], labs: readonly Oklab[], [l, a, b]: Oklab): Rgb {
  let [best, distance] = [0, Infinity]
  for (const [index, lab] of labs.entries()) {
    const away = (lab[0] - l) ** 2 + (lab[1] - a) ** 2 + (lab[2] - b) ** 2
    if (away < distance) [best, distance] = [index, away]
  }
  return palette[best] ?? [0, 0, 0]
}

/** The picture as sRGB bytes, three a pixel, without the grain that would soften it. */
export function toFlatBytes({ data }: Canvas): Uint8Array {
  const known = new Map<number, number>()
  return Uint8Array.from(data, (part) => {
    const found = known.get(part)
    if (found !== undefined) return found
    const byte = Math.round(encodePart(part))
    known.set(part, byte)
    return byte
  })
}

/** The colours that cover most, each at some distance from the others. */
function frequentColors(canvas: Canvas): readonly Rgb[] {
  const counts = new Map<number, { count: number; color: Rgb }>()
  for (let at = 0; at < canvas.width * canvas.height; at += 1) {
    const color = colorAt(canvas, at)
    const [r, g, b] = color.map((part) =>
      Math.min(STEPS - 1, Math.floor(Math.sqrt(Math.max(0, part)) * STEPS)),
    ) as [number, number, number]
    const key = (r * STEPS + g) * STEPS + b
    const entry = counts.get(key)
    if (entry === undefined) counts.set(key, { count: 1, color })
    else entry.count += 1
  }
  const chosen: { readonly color: Rgb; readonly lab: Oklab }[] = []
  for (const { color } of [...counts.values()].toSorted((first, second) => second.count - first.count)) {
    const lab = toOklab(color)
    const isNew = chosen.every(
      (each) => Math.hypot(each.lab[0] - lab[0], each.lab[1] - lab[1], each.lab[2] - lab[2]) > 0.055,
    )
    if (isNew) chosen.push({ color, lab })
    if (chosen.length === COLORS) break
  }
  return chosen.map(({ color }) => color)
}
