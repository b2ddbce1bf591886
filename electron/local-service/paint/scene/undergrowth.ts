/**
 * What grows or lies on the near ground: grass, flowers, fallen leaves, the tips of reeds through snow.
 */
import type { Canvas } from '../canvas.ts'
import { oklch, shift, type Rgb } from '../color.ts'
import type { Noise } from '../noise.ts'
import { createPen, ellipse } from '../pen.ts'
import { between, pick, type Random } from '../random.ts'
import { lightColor, type Light } from './light.ts'
import type { Setting } from './setting.ts'
import type { LandLayer } from './terrain.ts'

/** Draws the growth on `layer`, denser in patches. */
export function drawUndergrowth(
  canvas: Canvas,
  layer: LandLayer,
  setting: Setting,
  light: Light,
  noise: Noise,
  random: Random,
): void {
  const { width, height } = canvas
  const pen = createPen(canvas)
  const unit = Math.min(width, height)
  const amount = setting.snowy ? 170 : setting.desert ? 120 : 2600
  const count = Math.round((amount * width) / unit)
  const spots = Array.from({ length: count }, () => {
    const x = random() * width
    const top = layer.top[Math.floor(x)] ?? height
    return { x, y: top + (height * 1.03 - top) * random() ** 0.8, top }
  })
  for (const { x, y, top } of spots.toSorted((a, b) => a.y - b.y)) {
    const near = Math.min(1, Math.max(0, (y - top) / (height * 0.3)))
    const patch = noise.fbm((x / width) * 6, (y / height) * 14, 3)
    if (patch < (setting.snowy ? 0.12 : -0.12)) continue
    const size = unit * (0.008 + 0.026 * near) * between(random, 0.6, 1.3)
    const blade = bladeColor(layer.color, setting, random)
    const color = lightColor(light, blade, 0.25 + 0.6 * random(), 0.06 * (1 - near))
    for (let stalk = 0; stalk < 3; stalk += 1) {
      const lean = between(random, -0.45, 0.45) * size
      pen.line(x + stalk * size * 0.12, y, x + lean, y - size, size * 0.11, size * 0.02, color, 0.85)
    }
    if (setting.snowy || setting.desert || random() > 0.2 + patch * 0.5) continue
    const bloom = lightColor(light, bloomColor(setting, random), 0.8, 0)
    const [bx, by] = setting.season === 'autumn' ? [x, y] : [x + between(random, -0.3, 0.3) * size, y - size]
    pen.draw([ellipse(bx, by, size * 0.17, size * 0.12)], bloom, 0.95)
  }
}

function bladeColor(ground: Rgb, setting: Setting, random: Random): Rgb {
  if (setting.snowy) return oklch(0.5, 0.04, between(random, 60, 90))
  return shift(ground, between(random, -0.12, 0.1), 1.1, between(random, -14, 14))
}

function bloomColor(setting: Setting, random: Random): Rgb {
  if (setting.season === 'autumn') return oklch(between(random, 0.52, 0.74), 0.15, between(random, 30, 80))
  return pick<Rgb>(random, [
    oklch(0.96, 0.02, 95),
    oklch(0.86, 0.15, 92),
    oklch(0.62, 0.19, 28),
    oklch(0.68, 0.14, 310),
    oklch(0.78, 0.12, 355),
  ])
}
