/**
 * The light of a landscape: sky colours, haze, and what sun and shade do to a surface.
 */
import { mix, oklch, shift, toOklab, type Rgb } from '../color.ts'
import { namedColor } from '../named-colors.ts'
import type { Reading } from '../read-prompt.ts'
import type { Time } from '../vocabulary.ts'
import type { Setting } from './setting.ts'

export interface Light {
  /** From the zenith (0) to the horizon (1). */
  readonly sky: readonly { readonly at: number; readonly color: Rgb }[]
  /** What far things fade into. */
  readonly haze: Rgb
  readonly sun: Rgb
  /** How strongly the sun glows through the air, 0 to 1. */
  readonly glow: number
  readonly cloudLit: Rgb
  readonly cloudShade: Rgb
  /** How bright the land is, 0 to 1, and the tint of its shade. */
  readonly level: number
  readonly shade: Rgb
}

type Lch = readonly [number, number, number]
interface Palette {
  readonly sky: readonly [Lch, Lch, Lch, Lch]
  readonly sun: Lch
  readonly lit: Lch
  readonly dim: Lch
  readonly level: number
  readonly glow: number
}

const PALETTES: Readonly<Record<Time, Palette>> = {
  dawn: {
    sky: [
      [0.56, 0.085, 268],
      [0.72, 0.075, 320],
      [0.85, 0.085, 35],
      [0.93, 0.085, 80],
    ],
    sun: [0.96, 0.09, 85],
    lit: [0.91, 0.075, 45],
    dim: [0.64, 0.07, 305],
    level: 0.8,
    glow: 0.9,
  },
  day: {
    sky: [
      [0.56, 0.125, 252],
      [0.7, 0.1, 240],
      [0.83, 0.06, 225],
      [0.93, 0.03, 200],
    ],
    sun: [0.99, 0.03, 95],
    lit: [0.985, 0.012, 90],
    dim: [0.77, 0.035, 250],
    level: 1,
    glow: 0.45,
  },
  golden: {
    sky: [
      [0.57, 0.07, 240],
      [0.74, 0.05, 200],
      [0.87, 0.09, 85],
      [0.91, 0.13, 75],
    ],
    sun: [0.97, 0.11, 88],
    lit: [0.94, 0.09, 75],
    dim: [0.66, 0.06, 30],
    level: 0.9,
    glow: 1,
  },
  dusk: {
    sky: [
      [0.31, 0.09, 281],
      [0.45, 0.125, 318],
      [0.66, 0.165, 28],
      [0.83, 0.15, 68],
    ],
    sun: [0.93, 0.14, 70],
    lit: [0.74, 0.15, 35],
    dim: [0.39, 0.09, 305],
    level: 0.66,
    glow: 1,
  },
  night: {
    sky: [
      [0.17, 0.055, 272],
      [0.23, 0.065, 264],
      [0.32, 0.065, 252],
      [0.42, 0.055, 235],
    ],
    sun: [0.95, 0.03, 95],
    lit: [0.46, 0.045, 255],
    dim: [0.24, 0.05, 268],
    level: 0.46,
    glow: 0.45,
  },
}

/** The light of `setting`; free colour words of the prompt tint the sky. */
export function chooseLight(setting: Setting, reading: Reading): Light {
  const palette = PALETTES[setting.time]
  const veil = { clear: 0, cloudy: 0.25, fog: 0.6, rain: 0.6, snow: 0.45 }[setting.weather]
  const vivid = reading.mood === 'vivid' ? 1.25 : reading.mood === 'calm' ? 0.8 : 1
  const veilColor = (color: Rgb): Rgb => {
    const [lightness] = toOklab(color)
    const target = setting.weather === 'rain' ? lightness * 0.82 : lightness * 0.86 + 0.11 * palette.level
    return mix(shift(color, 0, vivid), oklch(target, 0.018, 255), veil)
  }
  const tints = reading.colors.filter((name) => name !== 'black' && name !== 'white')
  const tint = (color: Rgb, place: number): Rgb => {
    const name = tints[Math.min(tints.length - 1, place > 0.5 ? tints.length - 1 : 0)]
    if (name === undefined) return color
    const [lightness] = toOklab(color)
    const [named] = toOklab(namedColor(name))
    return mix(color, namedColor(name, (lightness - named) * 0.8), 0.62)
  }
  const color = ([l, c, h]: Lch, place: number): Rgb => veilColor(tint(oklch(l, c, h), place))
  const [zenith, high, low, horizon] = palette.sky
  return {
    sky: [
      { at: 0, color: color(zenith, 0) },
      { at: 0.42, color: color(high, 0.3) },
      { at: 0.78, color: color(low, 0.7) },
      { at: 1, color: color(horizon, 1) },
    ],
    haze: mix(color(horizon, 1), color(low, 0.7), 0.35),
    sun: oklch(...palette.sun),
    glow: palette.glow * (1 - veil * 0.75),
    cloudLit: color(palette.lit, 1),
    cloudShade: color(palette.dim, 0.3),
    level: palette.level * (1 - veil * 0.12),
    shade: color(zenith, 0),
  }
}

/** `color` as it looks in this light, `lit` 0 (in shade) to 1 (in the sun), `far` 0 (near) to 1 (lost in the haze). */
export function lightColor(light: Light, color: Rgb, lit: number, far: number): Rgb {
  const dark = mix(shift(color, -(1 - light.level) * 0.42), light.shade, 0.34 * (1 - lit) + 0.1)
  const bright = mix(shift(dark, 0.1 * lit * light.level), light.sun, 0.2 * lit * light.glow)
  return mix(bright, light.haze, far)
}
