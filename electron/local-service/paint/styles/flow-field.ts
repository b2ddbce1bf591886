/**
 * Flow field: ribbons that follow a current without ever touching.
 *
 * Even spacing after Jobard and Lefer, "Creating Evenly-Spaced Streamlines of Arbitrary Density" (1997), with an occupancy
 * grid in place of distance tests.
 */
import { createCanvas, sampleInto, type Canvas } from '../canvas.ts'
import { mix, shift, type Rgb } from '../color.ts'
import { placeEmblem } from '../emblem.ts'
import { measureFlow } from '../flow.ts'
import { createNoise } from '../noise.ts'
import { choosePalette, type Palette } from '../palette.ts'
import { createPen } from '../pen.ts'
import { between, createRandom, type Random } from '../random.ts'
import { readPrompt } from '../read-prompt.ts'
import { drawRibbons, type RibbonField } from '../ribbons.ts'
import type { Style, StyleRequest } from '../styles.ts'

export const flowField: Style = {
  finish: { vignette: 0.12, grain: 1.6 },
  fromText,
  fromImage(request, input, strength) {
    const random = createRandom(`flow ${request.prompt}`, request.seed)
    const { width, height } = input
    const unit = Math.min(width, height)
    const noise = createNoise(random)
    const flow = measureFlow(input, unit / 40)
    const rgb = new Float32Array(3)
    const colorAt = (x: number, y: number): Rgb => {
      sampleInto(rgb, input, x, y)
      return [rgb[0] as number, rgb[1] as number, rgb[2] as number]
    }
    const canvas = createCanvas(width, height)
    for (let at = 0; at < canvas.data.length; at += 1)
      canvas.data[at] = (input.data[at] as number) * 0.62 + 0.003
    const field: RibbonField = {
      angleAt(x, y) {
        const { angle, strength: sure } = flow.at(x, y)
        const wind = noise.fbm((x / unit) * 1.6, (y / unit) * 1.6, 2) * 4
        const turned =
          Math.abs(Math.cos(angle - wind)) < 0.01 || Math.cos(angle - wind) > 0 ? angle : angle + Math.PI
        const share = sure * (1 - 0.6 * strength)
        return Math.atan2(
          Math.sin(turned) * share + Math.sin(wind) * (1 - share),
          Math.cos(turned) * share + Math.cos(wind) * (1 - share),
        )
      },
      regionAt: () => 0,
      colorAt: (x, y) => shift(colorAt(x, y), (random() - 0.5) * 0.05, 1.12),
    }
    const scale = 0.6 + 0.8 * strength
    const widths = [0.0095, 0.0065, 0.0045, 0.003].map((share) => share * unit * scale)
    drawRibbons(canvas, field, { widths, gap: unit * 0.0006, longest: unit * 0.11 * scale, taper: 1 }, random)
    return canvas
  },
}

function fromText({ prompt, seed, width, height }: StyleRequest): Canvas {
  const random = createRandom(`flow ${prompt}`, seed)
  const noise = createNoise(random)
  const reading = readPrompt(prompt)
  const palette = choosePalette(reading, random)
  const unit = Math.min(width, height)
  const canvas = createCanvas(width, height)
  fillGround(canvas, palette)

  const regions = new Uint8Array(width * height)
  const emblem = placeEmblem(reading, width, height, 0.7)
  const pen = createPen(canvas)
  for (const [index, { outlines, color }] of (emblem ?? []).entries()) {
    pen.draw(outlines, shift(color, -0.05))
    pen.cover(outlines, (x, y, coverage) => {
      if (coverage > 0.5) regions[y * width + x] = index + 1
    })
  }
  const regionAt = (x: number, y: number): number => regions[Math.floor(y) * width + Math.floor(x)] ?? 0
  const angleAt = chooseCurrent(width, height, noise.fbm, reading.mood === 'calm', random)
  const field: RibbonField = {
    angleAt,
    regionAt,
    colorAt(x, y) {
      const part = emblem?.[regionAt(x, y) - 1]
      if (part !== undefined) return shift(part.color, 0.02 + random() * 0.07)
      const drift = noise.fbm((x / unit) * 1.4 + 7, (y / unit) * 1.4, 2) * 1.3 + 0.5 + (random() - 0.5) * 0.5
      const far = Math.min(0.999, Math.max(0, drift)) * palette.inks.length
      const [ink, next] = [
        palette.inks[Math.floor(far)] ?? palette.inks[0],
        palette.inks[Math.ceil(far)] ?? palette.inks[0],
      ]
      const color =
        random() < 0.12
          ? (palette.inks[Math.floor(random() * palette.inks.length)] ?? ink)
          : mix(ink, next, (far % 1) * 0.3)
      return shift(color, (random() - 0.5) * 0.05)
    },
  }
  const broad = between(random, 0.7, 1.25)
  const widths = [0.024, 0.014, 0.008, 0.0042, 0.0022].map((share) => share * unit * broad)
  drawRibbons(canvas, field, { widths, gap: unit * 0.0022, longest: unit * 0.9, taper: 0.25 }, random)
  return canvas
}

function fillGround({ width, height, data }: Canvas, { ground, dark }: Palette): void {
  const light = shift(ground, dark ? 0.05 : 0.015)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const distance = Math.min(1, Math.sqrt((x / width - 0.5) ** 2 + (y / height - 0.45) ** 2) * 1.6)
      const at = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const [near, far] = [light[part] as number, ground[part] as number]
        data[at + part] = near + (far - near) * distance
      }
    }
  }
}

/** A current: broad noise, bent around one to three whirls. */
function chooseCurrent(
  width: number,
  height: number,
  fbm: (x: number, y: number, octaves: number) => number,
  calm: boolean,
  random: Random,
): (x: number, y: number) => number {
  const unit = Math.min(width, height)
  const frequency = between(random, 0.55, 1.1) * (calm ? 0.6 : 1)
  const turns = between(random, 2.6, 4.2) * (calm ? 0.7 : 1)
  const base = between(random, -0.6, 0.6)
  const whirls = Array.from({ length: calm ? 1 : 1 + Math.floor(random() * 3) }, () => ({
    x: between(random, 0.15, 0.85) * width,
    y: between(random, 0.15, 0.85) * height,
    reach: between(random, 0.16, 0.36) * unit,
    spin: (random() < 0.5 ? -1 : 1) * Math.PI * 0.5,
  }))
  return (x, y) => {
    const wind = base + fbm((x / unit) * frequency, (y / unit) * frequency, 2) * turns
    let [dx, dy] = [Math.cos(wind), Math.sin(wind)]
    for (const whirl of whirls) {
      const [wx, wy] = [x - whirl.x, y - whirl.y]
      const distance = Math.hypot(wx, wy) + 1e-6
      const pull = 1.9 * Math.exp(-((distance / whirl.reach) ** 2))
      const around = Math.atan2(wy, wx) + whirl.spin
      dx += Math.cos(around) * pull
      dy += Math.sin(around) * pull
    }
    return Math.atan2(dy, dx)
  }
}
