/**
 * Ink wash: mountains in mist, a few dark strokes, paper that shows, one red seal.
 *
 * A picture here is a plane of ink density; paper and ink become colour in the last step.
 */
import { blurPlane, createCanvas, type Canvas } from '../canvas.ts'
import { createNoise } from '../noise.ts'
import { createRandom } from '../random.ts'
import { drawInkScene } from '../ink/scene.ts'
import { developInk, type InkSheet } from '../ink/sheet.ts'
import type { Style, StyleRequest } from '../styles.ts'

export const inkWash: Style = {
  finish: { vignette: 0.1, grain: 1.4 },
  fromText(request) {
    const random = createRandom(`ink ${request.prompt}`, request.seed)
    const noise = createNoise(random)
    const sheet = emptySheet(request)
    drawInkScene(sheet, request.prompt, noise, random)
    return developInk(sheet, noise, random)
  },
  fromImage(request, input, strength) {
    const random = createRandom(`ink ${request.prompt}`, request.seed)
    const noise = createNoise(random)
    const sheet = emptySheet(request)
    soakImage(sheet, input, strength)
    return developInk(sheet, noise, random)
  },
}

function emptySheet({ width, height }: StyleRequest): InkSheet {
  return { width, height, density: new Float32Array(width * height), color: createCanvas(width, height) }
}

/** Turns a picture into washes: four soft steps of tone, dark contour lines, and a breath of its colours. */
function soakImage({ width, height, density, color }: InkSheet, input: Canvas, strength: number): void {
  const unit = Math.min(width, height)
  const tone = new Float32Array(width * height)
  for (let at = 0; at < tone.length; at += 1) {
    const [r, g, b] = [
      input.data[at * 3] as number,
      input.data[at * 3 + 1] as number,
      input.data[at * 3 + 2] as number,
    ]
    tone[at] = Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b)
  }
  const wash = blurPlane(tone, width, height, 1, unit * (0.0015 + 0.005 * strength))
  const fine = blurPlane(tone, width, height, 1, unit * 0.0011)
  const broad = blurPlane(tone, width, height, 1, unit * 0.0028)
  const steps = 5
  const { low, high } = spanOf(wash)
  for (let at = 0; at < tone.length; at += 1) {
    const dark = Math.min(1, Math.max(0, (high - (wash[at] as number)) / (high - low)))
    const level = dark * steps
    const within = level - Math.floor(level)
    const stepped = (Math.floor(level) + Math.min(1, Math.max(0, (within - 0.32) * 2.8))) / steps
    const flat = dark + (stepped - dark) * (0.35 + 0.55 * strength)
    const line = Math.max(0, (broad[at] as number) - (fine[at] as number) - 0.006) * 24
    density[at] = Math.max(0, flat - 0.07) ** 1.4 * 1.9 + Math.min(1.6, line)
    const keep = 0.55 - 0.4 * strength
    for (let part = 0; part < 3; part += 1) {
      const own = Math.max(0.02, input.data[at * 3 + part] as number)
      const gray = Math.max(0.02, (tone[at] as number) ** 3)
      color.data[at * 3 + part] = Math.max(0, -Math.log(Math.min(1, (own / gray) * 0.98))) * keep
    }
  }
}

/** The tones between which nearly all of the picture lies, at least a third apart, so that pale pictures keep their depth. */
function spanOf(tone: Float32Array): { readonly low: number; readonly high: number } {
  const sorted = tone.filter((_, at) => at % 97 === 0).toSorted()
  const low = sorted[Math.floor(sorted.length * 0.02)] ?? 0
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 1
  return { low: Math.min(low, high - 0.33), high }
}
