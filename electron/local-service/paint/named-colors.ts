/**
 * What the colour words look like, as lightness, chroma and hue.
 */
import { oklch, type Rgb } from './color.ts'
import type { ColorName } from './vocabulary.ts'

interface NamedColor {
  readonly lightness: number
  readonly chroma: number
  /** In degrees. */
  readonly hue: number
}

const NAMED: Readonly<Record<ColorName, NamedColor>> = {
  red: { lightness: 0.57, chroma: 0.2, hue: 30 },
  orange: { lightness: 0.7, chroma: 0.17, hue: 55 },
  yellow: { lightness: 0.87, chroma: 0.16, hue: 97 },
  gold: { lightness: 0.78, chroma: 0.14, hue: 82 },
  green: { lightness: 0.58, chroma: 0.13, hue: 148 },
  teal: { lightness: 0.64, chroma: 0.11, hue: 195 },
  blue: { lightness: 0.5, chroma: 0.15, hue: 256 },
  purple: { lightness: 0.5, chroma: 0.16, hue: 300 },
  pink: { lightness: 0.74, chroma: 0.14, hue: 0 },
  brown: { lightness: 0.45, chroma: 0.08, hue: 58 },
  black: { lightness: 0.22, chroma: 0.012, hue: 270 },
  white: { lightness: 0.96, chroma: 0.012, hue: 85 },
  gray: { lightness: 0.66, chroma: 0.012, hue: 250 },
}

/** The colour that `name` stands for, its lightness moved by `lighter` and its chroma multiplied by `chroma`. */
export function namedColor(name: ColorName, lighter = 0, chroma = 1): Rgb {
  const base = NAMED[name]
  return oklch(Math.min(0.98, Math.max(0.05, base.lightness + lighter)), base.chroma * chroma, base.hue)
}
