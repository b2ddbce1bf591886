/**
 * Small sets of colours that go together, and what colour words look like.
 *
 * Colour words of the prompt build their own set; otherwise a set is chosen that fits its time, season or land.
 */
import { linearPart, mix, oklch, shift, toOklab, type Rgb } from './color.ts'
import { shuffle, type Random } from './random.ts'
import type { Reading } from './read-prompt.ts'
import type { ColorName } from './vocabulary.ts'

export interface Palette {
  /** Paper or night: what everything lies on. */
  readonly ground: Rgb
  /** Four or more, the leading one first. */
  readonly inks: readonly Rgb[]
  readonly dark: boolean
}

/** Lightness, chroma and hue. */
type Lch = readonly [number, number, number]

const NAMED: Readonly<Record<ColorName, Lch>> = {
  red: [0.57, 0.2, 30],
  orange: [0.7, 0.17, 55],
  yellow: [0.87, 0.16, 97],
  gold: [0.78, 0.14, 82],
  green: [0.58, 0.13, 148],
  teal: [0.64, 0.11, 195],
  blue: [0.5, 0.15, 256],
  purple: [0.5, 0.16, 300],
  pink: [0.74, 0.14, 0],
  brown: [0.45, 0.08, 58],
  black: [0.22, 0.012, 270],
  white: [0.96, 0.012, 85],
  gray: [0.66, 0.012, 250],
}

/** Words of a reading, and the colours that suit them: the ground first. */
const ENTRIES: readonly (readonly [fits: string, colors: string])[] = [
  ['dawn spring calm', '#f6ede2 #eb8376 #f1bc7e #588ea8 #384768'],
  ['golden autumn desert', '#f5ead5 #c65029 #e7a13c #6d3f2f #356e6e'],
  ['dusk dramatic', '#14122b #e94e5a #f79643 #6e3692 #f7dba1'],
  ['night sea rain', '#050f21 #1aa1c9 #83e1db #2a5397 #eeb154'],
  ['day sea summer', '#f5f2e8 #1479b0 #35b9c0 #f3654c #f0ce65'],
  ['forest meadow spring', '#eeecdb #337344 #93b25a #184735 #e8aa4e'],
  ['winter snow fog', '#edf3f7 #688aa8 #a8c3d0 #33435d #e05b4a'],
  ['vivid city', '#10131f #f45fb0 #1ad7df #f2cf3b #8c5ee8'],
  ['forest night', '#001d24 #2f7258 #8aab67 #034649 #f3d489'],
  ['calm desert mountain', '#f4e5d7 #c27f68 #8d5858 #d2b285 #2b2c3d'],
]
/** Grounds below this lightness are dark. */
const DARK = 0.4

/** How far an ink is from what it is printed on, so that it is seen. */
const LEAST_DISTANCE = 0.14

/** What a colour word looks like, its lightness moved by `lighter` and its chroma multiplied by `chroma`. */
export function namedColor(name: ColorName, lighter = 0, chroma = 1): Rgb {
  const [lightness, strength, hue] = NAMED[name]
  return oklch(Math.min(0.98, Math.max(0.05, lightness + lighter)), strength * chroma, hue)
}

/** A palette for `reading`. */
export function choosePalette(reading: Reading, random: Random): Palette {
  if (reading.colors.length > 0) return fromColorWords(reading, random)
  const words = [reading.time, reading.season, reading.weather, reading.mood, ...reading.lands]
  const scored = ENTRIES.map(([fits, colors]) => ({
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
