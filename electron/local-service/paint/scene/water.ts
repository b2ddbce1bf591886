/**
 * Water: the picture above the horizon, mirrored, broken by waves, darker with depth.
 */
import { sampleInto, type Canvas } from '../canvas.ts'
import { mix, shift } from '../color.ts'
import type { Noise } from '../noise.ts'
import type { Light } from './light.ts'
import type { Setting } from './setting.ts'

/** Draws water from the horizon to the lower edge over what is there. */
export function drawWater(canvas: Canvas, setting: Setting, light: Light, noise: Noise): void {
  const { width, height, data } = canvas
  const shore = Math.round((setting.horizon + 0.035) * height)
  const deep = shift(mix(light.shade, light.haze, 0.25), -0.1, 1.1)
  const rgb = new Float32Array(3)
  for (let y = shore; y < height; y += 1) {
    const depth = (y - shore) / (height - shore)
    const wave = 70 / (1 + depth * 9)
    for (let x = 0; x < width; x += 1) {
      const u = (x / height) * wave * 0.28
      const v = (y / height) * wave
      const ripple = noise.fbm(u, v, 3)
      const swing = ripple * (0.012 + 0.05 * depth) * height
      const mirrored = shore - (y - shore) * 0.92 - 2 + swing * 0.9
      sampleInto(rgb, canvas, x + swing * 0.35, Math.min(shore - 1, Math.max(0, mirrored)))
      const path = Math.exp(-(((x / width - setting.sunX) * (7 - 4 * depth)) ** 2))
      const glitter = light.glow * path * Math.max(0, ripple * 3.4 - 0.35 + 0.25 * (1 - depth))
      const clarity = 0.2 + 0.42 * depth + 0.14 * ripple
      const pixel = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const mirror = (rgb[part] as number) * 0.92
        const body = mirror + ((deep[part] as number) - mirror) * Math.max(0, clarity)
        data[pixel + part] = body + (light.sun[part] as number) * Math.min(0.9, glitter)
      }
    }
  }
}
