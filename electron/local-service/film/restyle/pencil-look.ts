/**
 * Pencil: contours and hatching on white paper. The hand draws anew eight times a second, as in drawn films.
 */
import { createRandom } from '../../paint/random.ts'
import { createTile, type Tile } from '../tile.ts'
import type { CreateLook } from './look.ts'
import { boxMean, contoursOf, lightOf, smoothStep } from './tones.ts'

const PAPER = [248, 246, 240] as const
const LEAD = [52, 53, 60] as const
const DRAWINGS_PER_SECOND = 8
/** How much of the film's own colour is rubbed in. */
const TINT = 0.3
/** Directions of the strokes, and how dark a place has to be for them, 0 to 1, rising. */
const HATCHES = [
  { angle: 0.72, from: 0.26 },
  { angle: 2.3, from: 0.46 },
  { angle: 0.1, from: 0.66 },
] as const

export const createPencilLook: CreateLook = ({ seed, width, height }) => {
  const unit = Math.min(width, height)
  const random = createRandom('pencil', seed)
  const grain = createTile(random, 512, 110, 2)
  const strokes = createTile(random, 512, 64, 2)
  return {
    apply(frame, seconds) {
      const { data } = frame
      const light = lightOf(frame)
      const lines = contoursOf(frame, light)
      const soft = boxMean(light, width, height, 1, Math.max(1, Math.round(unit * 0.004)))
      const drawing = Math.floor(seconds * DRAWINGS_PER_SECOND) % 3
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const spot = y * width + x
          const tooth = valueAt(grain, x + drawing * 131, y + drawing * 57)
          const dark = 1 - (soft[spot] as number)
          let lead = smoothStep(0.008, 0.045, lines[spot] as number) * (0.9 + tooth * 0.5)
          for (const { angle, from } of HATCHES) {
            if (dark < from - 0.14) break
            const across = hatchAt(strokes, x, y, angle, unit, drawing)
            const wanted = smoothStep(from - 0.14, from + 0.2, dark)
            lead += wanted * smoothStep(-0.15, 0.4, across + tooth * 0.4) * 0.42
          }
          lead = Math.min(0.95, Math.max(0, lead + dark * 0.14 + tooth * 0.03))
          const at = spot * 3
          const gray = (light[spot] as number) * 255
          const speck = tooth * 3
          data[at] = PAPER[0] + (LEAD[0] - PAPER[0]) * lead + ((data[at] as number) - gray) * TINT + speck
          data[at + 1] =
            PAPER[1] + (LEAD[1] - PAPER[1]) * lead + ((data[at + 1] as number) - gray) * TINT + speck
          data[at + 2] =
            PAPER[2] + (LEAD[2] - PAPER[2]) * lead + ((data[at + 2] as number) - gray) * TINT + speck
        }
      }
    },
  }
}

/** Long thin noise along `angle`: strokes of a pencil, a few pixels apart. */
function hatchAt(tile: Tile, x: number, y: number, angle: number, unit: number, drawing: number): number {
  const scale = 720 / unit
  const along = (x * Math.cos(angle) + y * Math.sin(angle)) * scale
  const aside = (y * Math.cos(angle) - x * Math.sin(angle)) * scale
  return valueAt(tile, Math.round(along * 0.12 + drawing * 77), Math.round(aside * 1.7 + drawing * 31))
}

function valueAt({ size, values }: Tile, x: number, y: number): number {
  return values[(y & (size - 1)) * size + (x & (size - 1))] as number
}
