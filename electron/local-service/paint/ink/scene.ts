/**
 * Composes an ink landscape: ridges that dissolve downwards, trees, water, the prompt's subject, a sun and a seal.
 */
import { placeDisc, placeEmblem } from '../emblem.ts'
import { drawBirds, drawBranch, drawSeal } from './details.ts'
import { drawRidge } from './ridge.ts'
import type { InkSheet } from './sheet.ts'
import { ink, lift, RED, stain } from './strokes.ts'
import type { Noise } from '../noise.ts'
import { createPen, ellipse, type Pen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import { readPrompt, type Reading } from '../read-prompt.ts'

/** Draws the landscape of `prompt` on the empty `sheet`. */
export function drawInkScene(sheet: InkSheet, prompt: string, noise: Noise, random: Random): void {
  const reading = readPrompt(prompt)
  const { width, height } = sheet
  const pen = createPen(sheet.color)
  const night = reading.time === 'night'
  const water = reading.lands.includes('sea') || reading.subjects.some(({ kind }) => kind === 'boat')
  const emblem = placeEmblem(reading, width, height, water ? 0.8 : 0.87)
  if (night) wash(sheet, noise, 0.5)

  const { x, y, outline } = placeDisc(reading, width, height)
  const side = random() < 0.5 ? 0.27 : 0.73
  const moved = outline.map((value, at) =>
    at % 2 === 0 ? (value - x) * 0.62 + width * side : (value - y) * 0.62 + height * 0.24,
  )
  if (night) lift(sheet, pen, moved)
  else stain(sheet, pen, [moved], RED, 0.9)

  const layers = 4 + Math.floor(random() * 2)
  const tall = reading.lands.includes('mountain') ? 1.25 : emblem === null ? 1 : 0.75
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1)
    const base = (0.42 + 0.36 * near - (emblem === null ? 0 : 0.07)) * height
    if (water && near > 0.7) break
    drawRidge(sheet, noise, random, { base, rise: (0.3 - 0.17 * near) * tall * height, near })
    if (near > 0.3 || reading.lands.includes('forest'))
      drawPines(sheet, pen, noise, random, base, near, reading)
  }
  if (water) drawRipples(sheet, pen, random, height * 0.6)
  if (emblem === null && !reading.subjects.some(({ kind }) => kind === 'bird')) drawBranch(sheet, pen, random)
  for (const { color, outlines } of emblem ?? []) {
    lift(sheet, pen, ...outlines)
    const density = color.map((part) => -Math.log(Math.max(0.035, Math.min(0.97, part))) * 0.86) as [
      number,
      number,
      number,
    ]
    stain(sheet, pen, outlines, density, 1)
  }
  drawBirds(sheet, pen, random, reading)
  drawSeal(sheet, pen, random, side > 0.5)
}

function wash({ width, height, density }: InkSheet, noise: Noise, strength: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cloud = noise.fbm((x / height) * 1.7, (y / height) * 2.6, 4)
      const fade = Math.max(0, 1 - (y / height) * 1.15)
      density[y * width + x] = strength * fade * (1 + cloud * 1.1)
    }
  }
}

function drawPines(
  sheet: InkSheet,
  pen: Pen,
  noise: Noise,
  random: Random,
  base: number,
  near: number,
  reading: Reading,
): void {
  const { width, height } = sheet
  const forest = reading.lands.includes('forest')
  const count = forest ? 34 : 13
  for (let tree = 0; tree < count; tree += 1) {
    const x = random() * width
    if (noise.at((x / width) * 5 + near * 20, near) < (forest ? -0.3 : 0.02)) continue
    const size = height * (0.03 + 0.075 * near) * between(random, 0.6, 1.3)
    const y = base + height * between(random, 0.01, 0.05)
    const amount = 0.5 + 1.5 * near
    ink(
      sheet,
      pen,
      [[x - size * 0.03, y, x - size * 0.012, y - size, x + size * 0.012, y - size, x + size * 0.03, y]],
      amount,
    )
    for (let bough = 0; bough < 9; bough += 1) {
      const share = bough / 9
      const by = y - size * (0.22 + 0.76 * share)
      const half = size * 0.3 * (1 - share * 0.82) * between(random, 0.7, 1.2)
      const lean = between(random, -0.3, 0.3) * half
      ink(
        sheet,
        pen,
        [
          [
            x - half,
            by + half * 0.24,
            x + lean,
            by - half * 0.2,
            x + half,
            by + half * 0.2,
            x + lean * 0.4,
            by + half * 0.1,
          ],
        ],
        amount * between(random, 0.6, 1.1),
      )
    }
  }
}

function drawRipples(sheet: InkSheet, pen: Pen, random: Random, from: number): void {
  const { width, height } = sheet
  for (let line = 0; line < 60; line += 1) {
    const depth = random()
    const y = from + (height * 0.96 - from) * depth
    const long = width * between(random, 0.03, 0.16) * (0.5 + depth)
    const x = random() * width
    const thick = height * (0.0008 + 0.0016 * depth)
    ink(sheet, pen, [ellipse(x, y, long, thick)], between(random, 0.15, 0.45))
  }
}
