/**
 * Painted: areas run together into strokes with clean rims, on canvas that stays where it is.
 *
 * The filter of Kuwahara and others (1976): each pixel takes the mean of the calmest of the four squares beside it. Two sizes,
 * so that faces keep their eyes while skies get broad strokes.
 */
import { createRandom, createTile, type Tile } from '../random.ts'
import type { Frame } from '../scene.ts'
import type { CreateFilter } from './filter.ts'
import { boxMean, lightOf } from './planes.ts'

export const createPaintedFilter: CreateFilter = ({ seed, width, height }) => {
  const unit = Math.min(width, height)
  const weave = createTile(createRandom('canvas', seed), 512, 64, 2)
  return (frame) => {
    runTogether(frame, Math.max(1, Math.round(unit * 0.0042)))
    runTogether(frame, Math.max(1, Math.round(unit * 0.0022)))
    enliven(frame, weave)
  }
}

function runTogether(frame: Frame, reach: number): void {
  const { width, height, data } = frame
  const light = lightOf(frame)
  const mean = boxMean(data, width, height, 3, reach)
  const meanLight = boxMean(light, width, height, 1, reach)
  for (let spot = 0; spot < light.length; spot += 1) light[spot] = (light[spot] as number) ** 2
  const meanSquare = boxMean(light, width, height, 1, reach)
  for (let spot = 0; spot < light.length; spot += 1)
    meanSquare[spot] = (meanSquare[spot] as number) - (meanLight[spot] as number) ** 2
  for (let y = 0; y < height; y += 1) {
    const upper = Math.max(0, y - reach) * width
    const lower = Math.min(height - 1, y + reach) * width
    for (let x = 0; x < width; x += 1) {
      const left = x > reach ? x - reach : 0
      const right = x + reach < width ? x + reach : width - 1
      let best = upper + left
      let least = meanSquare[best] as number
      let other = meanSquare[upper + right] as number
      if (other < least) {
        best = upper + right
        least = other
      }
      other = meanSquare[lower + left] as number
      if (other < least) {
        best = lower + left
        least = other
      }
      other = meanSquare[lower + right] as number
      if (other < least) best = lower + right
      const at = (y * width + x) * 3
      data[at] = mean[best * 3] as number
      data[at + 1] = mean[best * 3 + 1] as number
      data[at + 2] = mean[best * 3 + 2] as number
    }
  }
}

/** Stronger colour, light that grazes the rims of strokes, and the weave of the canvas. */
function enliven({ width, height, data }: Frame, { size, values }: Tile): void {
  const mask = size - 1
  for (let y = height - 1; y > 0; y -= 1) {
    for (let x = width - 1; x > 0; x -= 1) {
      const at = (y * width + x) * 3
      const before = at - 3 * width - 3
      const r = data[at] as number
      const g = data[at + 1] as number
      const b = data[at + 2] as number
      const slope = g - (data[before + 1] as number)
      const relief = slope > 30 ? 6 : slope < -30 ? -6 : slope * 0.2
      const thread = (values[(y & mask) * size + (x & mask)] as number) * 7
      const gray = 0.3 * r + 0.55 * g + 0.15 * b
      data[at] = gray + (r - gray) * 1.22 + relief + thread
      data[at + 1] = gray + (g - gray) * 1.22 + relief + thread
      data[at + 2] = gray + (b - gray) * 1.22 + relief + thread
    }
  }
}
