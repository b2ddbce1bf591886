/**
 * Geometric poster: flat shapes in few inks with stippled shade, a paper margin and a little misprint.
 */
import { createCanvas, type Canvas } from '../canvas.ts'
import { createNoise } from '../noise.ts'
import { choosePalette } from '../palette.ts'
import { between, createRandom } from '../random.ts'
import { readPrompt, type Reading } from '../read-prompt.ts'
import { createPress } from '../poster/press.ts'
import { drawTiles } from '../poster/tiles.ts'
import { drawPosterView } from '../poster/view.ts'
import { separateInks } from '../poster/separation.ts'
import type { Style, StyleRequest } from '../styles.ts'

export const geometricPoster: Style = {
  finish: { vignette: 0.06, grain: 1.8 },
  fromText,
  fromImage(request, input, strength) {
    const random = createRandom(`poster ${request.prompt}`, request.seed)
    return separateInks(input, readPrompt(request.prompt), strength, random)
  },
}

function fromText({ prompt, seed, width, height }: StyleRequest): Canvas {
  const random = createRandom(`poster ${prompt}`, seed)
  const reading = readPrompt(prompt)
  const palette = choosePalette(reading, random)
  const canvas = createCanvas(width, height)
  const press = createPress(canvas, createNoise(random), random)
  press.paper(palette.ground)
  const margin = Math.round(Math.min(width, height) * between(random, 0.045, 0.06))
  const frame = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  if (showsView(reading) || random() < 0.12) drawPosterView(press, frame, palette, reading, random)
  else drawTiles(press, frame, palette, random)
  press.trim(frame, palette.ground)
  return canvas
}

function showsView({ lands, subjects, time, weather, season }: Reading): boolean {
  return lands.length > 0 || subjects.length > 0 || [time, weather, season].some((word) => word !== null)
}
