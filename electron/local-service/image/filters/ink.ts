/** Ink: washes in a few tones, dark contours, paper that shows, and a breath of the video's own colours. */
import { createRandom, createTile } from '../random.ts'
import type { CreateFilter } from './filter.ts'
import { boxMean, contoursOf, lightOf, smoothStep } from './planes.ts'

const PAPER = [243, 237, 224] as const
const INK = [30, 32, 42] as const
const TONES = 4

export const createInkFilter: CreateFilter = ({ seed, width, height }) => {
  const unit = Math.min(width, height)
  const { size, values } = createTile(createRandom('paper', seed), 512, 40, 3)
  const mask = size - 1
  return (frame) => {
    const { data } = frame
    const light = lightOf(frame)
    const lines = contoursOf(frame, light)
    const wash = boxMean(light, width, height, 1, Math.max(1, Math.round(unit * 0.004)))
    const color = boxMean(data, width, height, 3, Math.max(1, Math.round(unit * 0.007)))
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const spot = y * width + x
        const grain = values[(y & mask) * size + (x & mask)] as number
        const dark = (1 - (wash[spot] as number) + grain * 0.05) * TONES
        const tone = Math.floor(dark)
        const stepped = (tone + smoothStep(0.3, 0.7, dark - tone)) / TONES
        const line = smoothStep(0.018, 0.058, lines[spot] as number)
        const body = stepped < 0.22 ? 0 : (stepped - 0.22) ** 1.25 * 1.3
        const dense = (body + line * 0.85) * (1 + grain * 0.16)
        const ink = dense > 1 ? 1 : dense
        const at = spot * 3
        const gray = (wash[spot] as number) * 255
        const tint = 0.42 * (1 - line)
        const fiber = grain * 7
        data[at] = inked(PAPER[0] + fiber, INK[0], ink) + ((color[at] as number) - gray) * tint
        data[at + 1] = inked(PAPER[1] + fiber, INK[1], ink) + ((color[at + 1] as number) - gray) * tint
        data[at + 2] = inked(PAPER[2] + fiber, INK[2], ink) + ((color[at + 2] as number) - gray) * tint
      }
    }
  }
}

function inked(paper: number, ink: number, share: number): number {
  return paper + (ink - paper) * share
}
