/**
 * Night: the image graded down to moonlight, its contours lit like neon, its brightest places aglow.
 */
import { encodePart, gradient, oklch, type Rgb } from '../color.ts'
import { namedColor } from '../palette.ts'
import { createRandom } from '../random.ts'
import { readPrompt } from '../read-prompt.ts'
import type { Frame } from '../frame.ts'
import type { CreateFilter } from './filter.ts'
import { boxMean, contoursOf, lightOf, smoothStep } from './planes.ts'

export const createNightFilter: CreateFilter = ({ prompt, seed, width, height }) => {
  const unit = Math.min(width, height)
  const [first, second] = neonPair(prompt, seed)
  const grade = gradient([
    { at: 0, color: oklch(0.08, 0.03, 275) },
    { at: 0.45, color: oklch(0.22, 0.075, 268) },
    { at: 0.75, color: oklch(0.38, 0.1, 285) },
    { at: 0.92, color: oklch(0.58, 0.11, 330) },
    { at: 1, color: oklch(0.85, 0.1, 75) },
  ]).map((part) => encodePart(part))
  return (frame) => {
    const { data } = frame
    const light = lightOf(frame)
    const lines = contoursOf(frame, light)
    const soft = boxMean(light, width, height, 1, 1)
    for (let y = 0; y < height; y += 1) {
      const down = y / height
      const nr = first[0] + (second[0] - first[0]) * down
      const ng = first[1] + (second[1] - first[1]) * down
      const nb = first[2] + (second[2] - first[2]) * down
      for (let x = 0; x < width; x += 1) {
        const spot = y * width + x
        const edge = smoothStep(0.014, 0.09, lines[spot] as number) * 0.8
        const step = Math.min(1023, Math.max(0, Math.round((soft[spot] as number) ** 1.5 * 1023))) * 3
        const at = spot * 3
        data[at] = (grade[step] as number) * 0.72 + (data[at] as number) * 0.26 + nr * edge
        data[at + 1] = (grade[step + 1] as number) * 0.72 + (data[at + 1] as number) * 0.2 + ng * edge
        data[at + 2] = (grade[step + 2] as number) * 0.72 + (data[at + 2] as number) * 0.2 + nb * edge
      }
    }
    addGlow(frame, Math.round(unit * 0.016))
  }
}

/** Lays a soft copy of the bright places over everything. */
function addGlow({ width, height, data }: Frame, reach: number): void {
  const bright = data.map((value) => Math.max(0, value - 105))
  const soft = boxMean(boxMean(bright, width, height, 3, reach), width, height, 3, reach)
  for (let at = 0; at < data.length; at += 1) data[at] = (data[at] as number) + (soft[at] as number) * 0.75
}

/** Two colours of light, 0 to 255: the prompt's own, or a pair that the seed turns. */
function neonPair(prompt: string, seed: number): readonly [Rgb, Rgb] {
  const [first, second] = readPrompt(prompt).colors
  const turn = createRandom(`night video ${prompt}`, seed)() * 50 - 25
  const pair =
    first === undefined
      ? [oklch(0.74, 0.16, 205 + turn), oklch(0.7, 0.21, 345 + turn)]
      : [namedColor(first, 0.12, 1.1), namedColor(second ?? first, 0.08, 1.1)]
  return pair.map((color) => color.map((part) => encodePart(part))) as unknown as readonly [Rgb, Rgb]
}
