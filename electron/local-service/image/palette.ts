/**
 * Small sets of colours that go together, and what colour words look like.
 *
 * Colour words of the prompt build their own set; otherwise a set of `palettes.json`, each of which begins with its ground, is chosen
 * that fits its time, season or land. Named colours are lightness, chroma and hue.
 */
import { linearPart, mix, oklch, type Rgb, shift, toOklab } from './color.ts'
import { type Random, shuffle } from './random.ts'
import data from './palettes.json' with { type: 'json' }
import type { ColorName, Reading } from './read-prompt.ts'

export interface Palette {
  /** Paper or night: what everything lies on. */
  readonly ground: Rgb
  /** Four or more, the leading one first. */
  readonly inks: readonly Rgb[]
  readonly dark: boolean
}

/** Grounds below this lightness are dark. */
const DARK = 0.4

/** How far an ink is from what it is printed on, so that it is seen. */
const LEAST_DISTANCE = 0.14

/** What a colour word looks like, its lightness moved by `lighter` and its chroma multiplied by `chroma`. */
export function namedColor(name: ColorName, lighter = 0, chroma = 1): Rgb {
  const [lightness = 0, strength = 0, hue = 0] = data.named[name]
  return oklch(Math.min(0.98, Math.max(0.05, lightness + lighter)), strength * chroma, hue)
}

/** A palette for `reading`. */
export function choosePalette(reading: Reading, random: Random): Palette {
  if (reading.colors.length > 0) return fromColorWords(reading, random)
  const words = [reading.time, reading.season, reading.weather, reading.mood, ...reading.lands]
  const scored = data.palettes.map(({ fits, colors }) => ({
    colors,
    score: fits.split(' ').filter((fit) => words.some((word) => word === fit)).length + random() * 0.9,
  }))
  const { colors } = scored.reduce((best, next) => (next.score > best.score ? next : best))
  const [ground, first, ...rest] = colors.split(' ').map(colorOf)
  if (ground === undefined || first === undefined) throw new Error('A palette has a ground and inks.')
  return { ground, inks: [first, ...shuffle(random, rest)], dark: toOklab(ground)[0] < DARK }
}

function fromColorWords({ colors, time, mood }: Reading, random: Random): Palette {
  const named = colors.map((name) => namedColor(name))
  const [first = namedColor('blue')] = named
  const dark = time === 'night' || mood === 'dramatic' || colors.includes('black')
  const ground = dark
    ? shift(mix(first, oklch(0.15, 0.02, 265), 0.75), -0.03)
    : mix(oklch(0.95, 0.02, 85), first, 0.05)
  const inks = (dark ? [0, 0.16, -0.1, 0.26] : [0, 0.12, -0.16, -0.28])
    .flatMap((step) => named.map((color) => shift(color, step, 1, random() * 16 - 8)))
    .filter((ink) => distanceOf(ink, ground) > LEAST_DISTANCE)
  return { ground, inks: [first, ...inks, oklch(dark ? 0.92 : 0.3, 0.03, 85)], dark }
}

function distanceOf(a: Rgb, b: Rgb): number {
  const [first, second] = [toOklab(a), toOklab(b)]
  return Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2])
}

function colorOf(hex: string): Rgb {
  const part = (at: number): number => linearPart(Number.parseInt(hex.slice(at, at + 2), 16))
  return [part(1), part(3), part(5)]
}
