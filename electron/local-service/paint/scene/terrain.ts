/**
 * Land: mountain ridges, hills and the near ground, each a layer that fades with distance.
 */
import type { Canvas } from '../canvas.ts'
import { mix, oklch, type Rgb } from '../color.ts'
import type { Noise } from '../noise.ts'
import { between, type Random } from '../random.ts'
import type { Light } from './light.ts'
import { lightColor } from './light.ts'
import type { Setting } from './setting.ts'

export interface LandLayer {
  /** The top of the layer at each column, in pixels. */
  readonly top: Float32Array
  readonly kind: 'mountain' | 'hill' | 'ground'
  /** 0 (near) to 1 (lost in the haze). */
  readonly far: number
  readonly color: Rgb
}

/** The layers from far to near. */
export function chooseLayers(
  canvas: Canvas,
  setting: Setting,
  random: Random,
  noise: Noise,
): readonly LandLayer[] {
  const { width, height } = canvas
  const veil = { clear: 0, cloudy: 0.04, fog: 0.24, rain: 0.12, snow: 0.1 }[setting.weather]
  const layers: LandLayer[] = []
  const add = (
    kind: LandLayer['kind'],
    base: number,
    rise: number,
    frequency: number,
    far: number,
    color: Rgb,
  ): void => {
    const top = new Float32Array(width)
    const offset = random() * 200
    for (let x = 0; x < width; x += 1) {
      const u = (x / height) * frequency + offset
      const shape =
        kind === 'mountain' ? peaks(noise, u, offset) : noise.fbm(u, offset, kind === 'hill' ? 4 : 3) * 0.9
      top[x] = (base - rise * shape) * height
    }
    layers.push({ top, kind, far: Math.min(0.94, far + veil * (0.4 + far)), color })
  }

  const { horizon } = setting
  if (setting.mountains) {
    for (const step of [0, 1, 2]) {
      const rise = between(random, 0.27, 0.38) * (1 - step * 0.22)
      add(
        'mountain',
        horizon + 0.012 + step * 0.02,
        rise,
        1.1 + step * 0.5,
        0.66 - step * 0.2,
        oklch(0.5, 0.035, 262),
      )
    }
  } else {
    for (const step of [0, 1]) {
      add(
        'hill',
        horizon + step * 0.02,
        0.07,
        1.3 + step * 0.5,
        0.72 - step * 0.17,
        groundColor(setting, random, 0.4),
      )
    }
  }
  if (setting.water) {
    add('ground', 0.985, 0.07, 1.1, 0, groundColor(setting, random, 1))
    return layers
  }
  const steps = 4
  for (let step = 0; step < steps; step += 1) {
    const near = step / (steps - 1)
    const base = horizon + 0.045 + (0.86 - horizon - 0.045) * near ** 1.25
    const kind = step === steps - 1 ? 'ground' : 'hill'
    add(
      kind,
      base,
      0.05 + 0.05 * near,
      1.5 - near * 0.6,
      0.42 * (1 - near) ** 1.3,
      groundColor(setting, random, near),
    )
  }
  return layers
}

/** A ridge line of unlike peaks: sharp crests on a slow swell. About -0.1 to 1. */
function peaks(noise: Noise, u: number, offset: number): number {
  const swell = 0.5 + 0.75 * noise.at(u * 0.7, offset + 40)
  return (noise.ridged(u * 1.3, offset, 5) - 0.28) * 1.35 * Math.max(0.25, swell) + 0.12
}

function groundColor(setting: Setting, random: Random, near: number): Rgb {
  const wander = between(random, -12, 12)
  if (setting.snowy) return oklch(0.93 - 0.02 * near, 0.016, 245 + wander)
  if (setting.desert) return oklch(0.74 - 0.08 * near, 0.1, 65 + wander * 0.6)
  switch (setting.season) {
    case 'spring':
      return oklch(0.68 - 0.1 * near, 0.12, 128 + wander)
    case 'autumn':
      return oklch(0.62 - 0.1 * near, 0.105, 78 + wander * 1.4)
    default:
      return oklch(0.58 - 0.1 * near, 0.1, 132 + wander)
  }
}

/** Draws one layer from its top down to the lower edge. */
export function drawLayer(
  canvas: Canvas,
  layer: LandLayer,
  setting: Setting,
  light: Light,
  noise: Noise,
): void {
  const { width, height, data } = canvas
  const mountain = layer.kind === 'mountain'
  const toward = setting.sunX < 0.5 ? -1 : 1
  const table = shadeTable(layer, light, layer.color)
  const snow = mountain && !setting.desert ? shadeTable(layer, light, oklch(0.95, 0.012, 245)) : table
  const snowLine = setting.snowy ? -0.12 : 0.13
  const scale = mountain ? 9 : 3.2
  const stretch = mountain ? 0.7 : 3
  /** Nearer layers hide what lies further below the top. */
  const reach = { mountain: 0.4, hill: 0.3, ground: 1 }[layer.kind]
  let lowest = height
  for (const top of layer.top) lowest = Math.min(lowest, Math.floor(top))
  for (let y = Math.max(0, lowest); y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const top = layer.top[x] as number
      const coverage = Math.min(1, y + 1 - top)
      if (coverage <= 0) continue
      const depth = (y - top) / height
      if (depth > reach) continue
      const u = (x / height) * scale
      const v = (depth * stretch + top / height) * scale
      const here = noise.fbm(u, v, mountain ? 4 : 2)
      const relief = mountain ? here - noise.fbm(u + 0.1 * toward, v - 0.06, 3) : here * 0.8
      const fall = mountain ? 0.5 - depth * 0.4 : 0.62 - Math.min(0.3, depth * 1.6)
      const lit = Math.min(1, Math.max(0, fall + relief * (mountain ? 2.6 : 1)))
      const rise = setting.horizon - y / height
      const capped = mountain && rise + here * 0.09 + (lit - 0.5) * 0.05 > snowLine
      const from = capped ? snow : table
      const at = Math.round(lit * 63) * 3
      const pixel = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const old = data[pixel + part] as number
        data[pixel + part] = old + ((from[at + part] as number) - old) * coverage
      }
    }
  }
}

function shadeTable(layer: LandLayer, light: Light, color: Rgb): Float32Array {
  const table = new Float32Array(64 * 3)
  const low = lightColor(light, color, 0, layer.far)
  const high = lightColor(light, color, 1, layer.far)
  for (let step = 0; step < 64; step += 1) table.set(mix(low, high, step / 63), step * 3)
  return table
}
