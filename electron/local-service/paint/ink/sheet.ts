/**
 * Paper and ink: how density becomes what the eye sees.
 */
import { blurPlane, createCanvas, type Canvas } from '../canvas.ts'
import { oklch } from '../color.ts'
import type { Noise } from '../noise.ts'
import type { Random } from '../random.ts'

export interface InkSheet {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Black ink at each pixel: 0 is bare paper, 1 a full wash, 3 the blackest stroke. */
  readonly density: Float32Array
  /** What other pigments take from red, green and blue, as optical density. */
  readonly color: Canvas
}

/** What a full wash of ink takes from red, green and blue: ink from pine soot is a little blue when thin. */
const INK = [1.18, 1.12, 1.02] as const

/** Paper is alike everywhere: one square of it, in pixels, is laid side by side. */
const TILE = 448

/** The sheet as a picture: ink gathers at the rims of washes, settles in the paper's grain and bleeds along its fibres. */
export function developInk(sheet: InkSheet, noise: Noise, random: Random): Canvas {
  const { width, height, density, color } = sheet
  const unit = Math.min(width, height)
  const canvas = createCanvas(width, height)
  const soft = blurPlane(density, width, height, 1, unit * 0.0012)
  const wide = blurPlane(density, width, height, 1, unit * 0.006)
  const paper = oklch(0.945, 0.022, 84)
  const offset = random() * 90
  const paperTile = makePaper(noise, unit)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const place = (y % TILE) * TILE + (x % TILE)
      const [fiber, grain] = [paperTile.fiber[place] as number, paperTile.grain[place] as number]
      const blot = noise.fbm((x / unit) * 3 + offset, (y / unit) * 3, 2)
      const own = soft[at] as number
      const rim = Math.max(0, own - (wide[at] as number)) * 0.5
      const pooled = Math.max(
        0,
        own * (1 + 0.3 * grain + 0.12 * fiber + 0.22 * blot) + rim * (1 + grain * 0.5),
      )
      const tooth = 1 + 0.014 * fiber + 0.012 * grain + 0.02 * blot
      for (let part = 0; part < 3; part += 1) {
        const absorbed =
          pooled * (INK[part] as number) + (color.data[at * 3 + part] as number) * (1 + 0.2 * grain)
        canvas.data[at * 3 + part] = (paper[part] as number) * tooth * Math.exp(-absorbed)
      }
    }
  }
  return canvas
}

/** The paper's fibres and grain, about -1 to 1 each. */
function makePaper(
  noise: Noise,
  unit: number,
): { readonly fiber: Float32Array; readonly grain: Float32Array } {
  const [fiber, grain] = [new Float32Array(TILE * TILE), new Float32Array(TILE * TILE)]
  for (let at = 0; at < fiber.length; at += 1) {
    const [u, v] = [(at % TILE) / unit, Math.floor(at / TILE) / unit]
    fiber[at] = noise.at(u * 190, v * 26) * 0.5 + noise.at(u * 30, v * 210) * 0.5
    grain[at] = noise.at(u * 330, v * 330) * 0.6 + noise.fbm(u * 60, v * 60, 2) * 0.8
  }
  return { fiber, grain }
}
