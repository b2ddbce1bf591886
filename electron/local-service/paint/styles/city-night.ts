/**
 * City night: a skyline after dark with lit windows, haze, wet ground and light that spills.
 */
import { addBloom } from '../bloom.ts'
import { blurPlane, copyCanvas, createCanvas, type Canvas } from '../canvas.ts'
import { drawCity } from '../city/scene.ts'
import { gradient, mix, oklch, toOklab, type Rgb } from '../color.ts'
import { namedColor } from '../named-colors.ts'
import { createNoise } from '../noise.ts'
import { createRandom, type Random } from '../random.ts'
import { readPrompt, type Reading } from '../read-prompt.ts'
import type { Style } from '../styles.ts'

export const cityNight: Style = {
  finish: { vignette: 0.32, grain: 1.6 },
  fromText({ prompt, seed, width, height }) {
    const random = createRandom(`city ${prompt}`, seed)
    const canvas = createCanvas(width, height)
    drawCity(canvas, readPrompt(prompt), createNoise(random), random)
    return canvas
  },
  fromImage({ prompt, seed }, input, strength) {
    const random = createRandom(`city ${prompt}`, seed)
    return turnToNight(input, readPrompt(prompt), strength, random)
  },
}

/** Grades a picture down to night, lights its contours like neon and lets its brightest places glow. */
function turnToNight(input: Canvas, reading: Reading, strength: number, random: Random): Canvas {
  const { width, height } = input
  const unit = Math.min(width, height)
  const result = copyCanvas(input)
  const tone = new Float32Array(width * height)
  for (let at = 0; at < tone.length; at += 1) {
    tone[at] = toOklab([
      input.data[at * 3] as number,
      input.data[at * 3 + 1] as number,
      input.data[at * 3 + 2] as number,
    ])[0]
  }
  const night = gradient([
    { at: 0, color: oklch(0.1, 0.03, 275) },
    { at: 0.45, color: oklch(0.25, 0.075, 268) },
    { at: 0.75, color: oklch(0.42, 0.1, 285) },
    { at: 0.92, color: oklch(0.62, 0.11, 330) },
    { at: 1, color: oklch(0.85, 0.1, 75) },
  ])
  const fine = blurPlane(tone, width, height, 1, Math.max(1, unit * 0.0012))
  const broad = blurPlane(tone, width, height, 1, unit * 0.0045)
  const [first, second] = neonPair(reading, random)
  for (let y = 0; y < height; y += 1) {
    const neon = mix(first, second, y / height)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const bright = fine[at] as number
      const edge = Math.min(
        1,
        Math.max(0, Math.abs(bright - (broad[at] as number)) - 0.012) * (9 + 9 * strength),
      )
      const grade = Math.min(1023, Math.max(0, Math.round(bright ** 1.25 * 1023))) * 3
      for (let part = 0; part < 3; part += 1) {
        const own = (input.data[at * 3 + part] as number) ** 1.5 * 0.5
        const base = own + ((night[grade + part] as number) - own) * (0.35 + 0.5 * strength)
        result.data[at * 3 + part] = base + (neon[part] as number) * edge * (0.35 + 0.75 * strength)
      }
    }
  }
  addBloom(result, 0.2, unit * 0.012, 0.5 + 0.4 * strength)
  return result
}

function neonPair({ colors }: Reading, random: Random): readonly [Rgb, Rgb] {
  const [first, second] = colors
  if (first !== undefined) return [namedColor(first, 0.12, 1.1), namedColor(second ?? first, 0.08, 1.1)]
  const turn = random() * 50 - 25
  return [oklch(0.74, 0.16, 205 + turn), oklch(0.7, 0.21, 345 + turn)]
}
