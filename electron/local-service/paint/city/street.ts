/**
 * What lies and falls before the towers: wet ground, rain, snow, lamps out of focus.
 */
import { sampleInto, type Canvas } from '../canvas.ts'
import { mix, oklch } from '../color.ts'
import type { Noise } from '../noise.ts'
import { ellipse, type Pen } from '../pen.ts'
import { between, pick, type Random } from '../random.ts'
import { SHORE, type CityMood } from './mood.ts'

/** Water or wet asphalt: the city upside down, drawn out downwards and broken by ripples. */
export function mirrorCity(
  canvas: Canvas,
  shore: number,
  mood: CityMood,
  noise: Noise,
  rainy: boolean,
): void {
  const { width, height, data } = canvas
  const rgb = new Float32Array(3)
  const from = Math.round(shore)
  const samples = 5
  for (let y = from; y < height; y += 1) {
    const depth = (y - from) / (height - from)
    for (let x = 0; x < width; x += 1) {
      const ripple = noise.fbm((x / height) * 9, (y / height) * (rainy ? 60 : 95) * (1.3 - depth), 2)
      const swing = ripple * height * (0.004 + 0.02 * depth)
      const sum = [0, 0, 0] as [number, number, number]
      for (let sample = 0; sample < samples; sample += 1) {
        const drawn = (sample / samples - 0.4) * height * 0.05 * (0.3 + depth)
        sampleInto(
          rgb,
          canvas,
          x + swing,
          Math.max(0, Math.min(from - 1, from - (y - from) * 1.35 - 2 + drawn + swing)),
        )
        for (const part of [0, 1, 2] as const) sum[part] += (rgb[part] as number) / samples
      }
      const keep = 0.78 - 0.45 * depth + ripple * 0.22
      for (const part of [0, 1, 2] as const) {
        data[(y * width + x) * 3 + part] = sum[part] * keep * 1.15 + mood.zenith[part] * (1 - keep) * 0.7
      }
    }
  }
}

/** Rain, and rings where it meets the water below the shore. */
export function drawDrops(pen: Pen, { width, height }: Canvas, mood: CityMood, random: Random): void {
  const unit = Math.min(width, height)
  const color = mix(mood.glow, [1, 1, 1], 0.5)
  const count = Math.round((620 * width * height) / (unit * unit))
  for (let drop = 0; drop < count; drop += 1) {
    const near = random() ** 2
    const [x, y] = [between(random, -0.05, 1.05) * width, between(random, -0.05, 1) * height]
    const long = unit * (0.02 + 0.06 * near)
    pen.line(
      x,
      y,
      x - long * 0.14,
      y + long,
      unit * 0.0004,
      unit * (0.0008 + 0.001 * near),
      color,
      between(random, 0.1, 0.34),
    )
  }
  for (let ring = 0; ring < 46; ring += 1) {
    const depth = random()
    const [x, y] = [random() * width, height * (SHORE + 0.02 + (0.97 - SHORE) * depth)]
    const size = unit * (0.006 + 0.018 * depth) * between(random, 0.5, 1.2)
    const rim = ellipse(x, y, size * 0.86, size * 0.24)
    const backwards = rim.map((_, at) => rim[rim.length - 2 - at + 2 * (at % 2)] ?? 0)
    pen.draw([ellipse(x, y, size, size * 0.3), backwards], color, 0.22)
  }
}

/** Snow over everything. */
export function drawSnow(pen: Pen, { width, height }: Canvas, random: Random): void {
  const unit = Math.min(width, height)
  for (let flake = 0; flake < 700; flake += 1) {
    const size = unit * (0.0012 + 0.0045 * random() ** 5)
    pen.disc(random() * width, random() * height, size, [0.85, 0.88, 0.95], between(random, 0.35, 0.8))
  }
}

/** Lamps out of focus, close to the lens. */
export function drawBokeh(pen: Pen, { width, height }: Canvas, mood: CityMood, random: Random): void {
  const unit = Math.min(width, height)
  for (let lamp = 0; lamp < 16; lamp += 1) {
    const edge = random() < 0.5 ? between(random, -0.02, 0.24) : between(random, 0.76, 1.02)
    const [x, y, size] = [
      edge * width,
      between(random, 0.74, 1) * height,
      unit * between(random, 0.012, 0.036),
    ]
    const color = random() < 0.5 ? oklch(0.82, 0.12, 75) : pick(random, mood.accents)
    pen.disc(x, y, size, color, 0.16)
    pen.disc(x, y, size * 0.9, color, 0.12)
  }
}
