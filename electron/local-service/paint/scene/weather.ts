/**
 * What is in the air before the land: snow, rain and fog.
 */
import type { Canvas } from '../canvas.ts'
import type { Noise } from '../noise.ts'
import { createPen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import type { Light } from './light.ts'

/** Draws a bank of fog around `y` (pixels), `thickness` pixels high, at most `strength` (0 to 1) thick. */
export function drawFog(
  { width, height, data }: Canvas,
  light: Light,
  noise: Noise,
  bank: { readonly y: number; readonly thickness: number; readonly strength: number },
): void {
  const from = Math.max(0, Math.floor(bank.y - bank.thickness * 1.6))
  const to = Math.min(height, Math.ceil(bank.y + bank.thickness * 1.6))
  for (let y = from; y < to; y += 1) {
    const distance = (y - bank.y) / bank.thickness
    const profile = Math.exp(-distance * distance * 2) * bank.strength
    if (profile < 0.004) continue
    for (let x = 0; x < width; x += 1) {
      const wisp = noise.fbm((x / height) * 2.2, (y / height) * 7 + bank.y, 2)
      const alpha = Math.min(1, Math.max(0, profile * (1 + wisp * 1.5)))
      const pixel = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const old = data[pixel + part] as number
        data[pixel + part] = old + ((light.haze[part] as number) - old) * alpha
      }
    }
  }
}

/** Flakes of all sizes; near ones are large, soft and few. */
export function drawSnowfall(canvas: Canvas, random: Random, brightness: number): void {
  const pen = createPen(canvas)
  const unit = Math.min(canvas.width, canvas.height)
  const count = Math.round((canvas.width * canvas.height * 900) / (unit * unit))
  const white = [brightness, brightness, brightness] as const
  for (let flake = 0; flake < count; flake += 1) {
    const near = random() ** 5
    const radius = (0.0011 + 0.0048 * near) * unit
    const [x, y] = [random() * canvas.width, random() * canvas.height]
    const opacity = between(random, 0.5, 0.95) * (1 - near * 0.45)
    for (const share of [1, 0.72, 0.45]) pen.disc(x, y, radius * share, white, opacity * 0.5)
  }
}

/** Slanting streaks. */
export function drawRain(canvas: Canvas, random: Random, light: Light): void {
  const pen = createPen(canvas)
  const unit = Math.min(canvas.width, canvas.height)
  const count = Math.round((canvas.width * canvas.height * 520) / (unit * unit))
  const slant = between(random, 0.12, 0.22)
  for (let streak = 0; streak < count; streak += 1) {
    const near = random() ** 2
    const length = (0.025 + 0.06 * near) * unit
    const [x, y] = [between(random, -0.1, 1.1) * canvas.width, between(random, -0.1, 1) * canvas.height]
    const width = (0.0007 + 0.0014 * near) * unit
    pen.line(
      x,
      y,
      x - length * slant,
      y + length,
      width * 0.3,
      width,
      light.cloudLit,
      between(random, 0.15, 0.42),
    )
  }
}
