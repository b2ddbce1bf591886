/**
 * Small sets of colours that go together, for the styles that print in few inks.
 *
 * Colour words of the prompt build their own set; else a set is chosen that fits its time, season or land.
 */
import { mix, oklch, shift, toOklab, type Rgb } from './color.ts'
import { namedColor } from './named-colors.ts'
import { pick, shuffle, type Random } from './random.ts'
import type { Reading } from './read-prompt.ts'

export interface Palette {
  /** Paper or night: what everything lies on. */
  readonly ground: Rgb
  /** Four or more, the leading one first. */
  readonly inks: readonly [Rgb, ...Rgb[]]
  /** What the prompt's colour words look like, in its order: a picture that names colours shows each of them. */
  readonly named: readonly Rgb[]
  readonly dark: boolean
}

interface Entry {
  readonly fits: readonly string[]
  readonly dark: boolean
  /** Ground first; each is lightness, chroma, hue. */
  readonly colors: readonly (readonly [number, number, number])[]
}

const ENTRIES: readonly Entry[] = [
  {
    fits: ['dawn', 'spring', 'calm'],
    dark: false,
    colors: [
      [0.95, 0.018, 75],
      [0.72, 0.13, 28],
      [0.83, 0.1, 70],
      [0.62, 0.07, 230],
      [0.4, 0.06, 265],
      [0.86, 0.05, 350],
    ],
  },
  {
    fits: ['golden', 'autumn', 'desert'],
    dark: false,
    colors: [
      [0.94, 0.03, 82],
      [0.58, 0.16, 38],
      [0.76, 0.14, 72],
      [0.42, 0.07, 40],
      [0.5, 0.06, 195],
      [0.85, 0.09, 85],
    ],
  },
  {
    fits: ['dusk', 'dramatic'],
    dark: true,
    colors: [
      [0.2, 0.05, 285],
      [0.64, 0.19, 20],
      [0.76, 0.15, 58],
      [0.45, 0.15, 310],
      [0.34, 0.1, 275],
      [0.9, 0.08, 85],
    ],
  },
  {
    fits: ['night', 'sea', 'rain'],
    dark: true,
    colors: [
      [0.17, 0.04, 260],
      [0.66, 0.12, 225],
      [0.85, 0.09, 190],
      [0.45, 0.12, 260],
      [0.8, 0.13, 75],
      [0.93, 0.03, 100],
    ],
  },
  {
    fits: ['day', 'sea', 'summer'],
    dark: false,
    colors: [
      [0.96, 0.014, 95],
      [0.55, 0.12, 240],
      [0.72, 0.11, 200],
      [0.68, 0.18, 32],
      [0.86, 0.13, 92],
      [0.32, 0.06, 255],
    ],
  },
  {
    fits: ['forest', 'meadow', 'spring'],
    dark: false,
    colors: [
      [0.94, 0.022, 100],
      [0.5, 0.1, 150],
      [0.72, 0.12, 125],
      [0.36, 0.06, 165],
      [0.78, 0.13, 75],
      [0.66, 0.15, 35],
    ],
  },
  {
    fits: ['winter', 'snow', 'fog'],
    dark: false,
    colors: [
      [0.96, 0.008, 240],
      [0.62, 0.06, 245],
      [0.8, 0.035, 230],
      [0.38, 0.05, 260],
      [0.64, 0.17, 30],
      [0.88, 0.03, 20],
    ],
  },
  {
    fits: ['vivid', 'city'],
    dark: true,
    colors: [
      [0.19, 0.025, 275],
      [0.7, 0.2, 350],
      [0.8, 0.14, 200],
      [0.86, 0.16, 95],
      [0.6, 0.2, 295],
      [0.94, 0.02, 90],
    ],
  },
  {
    fits: ['vivid', 'summer'],
    dark: false,
    colors: [
      [0.95, 0.02, 80],
      [0.64, 0.21, 27],
      [0.83, 0.16, 85],
      [0.5, 0.15, 258],
      [0.25, 0.03, 270],
      [0.72, 0.12, 185],
    ],
  },
  {
    fits: ['forest', 'night', 'fog'],
    dark: true,
    colors: [
      [0.21, 0.03, 175],
      [0.62, 0.09, 165],
      [0.8, 0.1, 120],
      [0.42, 0.07, 185],
      [0.88, 0.1, 88],
      [0.7, 0.14, 45],
    ],
  },
  {
    fits: ['calm', 'desert', 'mountain'],
    dark: false,
    colors: [
      [0.93, 0.025, 65],
      [0.66, 0.09, 40],
      [0.52, 0.07, 20],
      [0.78, 0.07, 75],
      [0.45, 0.06, 250],
      [0.3, 0.03, 280],
    ],
  },
]

/** A palette for `reading`. */
export function choosePalette(reading: Reading, random: Random): Palette {
  if (reading.colors.length > 0) return fromColorWords(reading, random)
  const words = [reading.time, reading.season, reading.weather, reading.mood, ...reading.lands]
  const scored = ENTRIES.map((entry) => ({
    entry,
    score: entry.fits.filter((fit) => words.some((word) => word === fit)).length + random() * 0.9,
  }))
  const { entry } = scored.reduce((best, next) => (next.score > best.score ? next : best))
  const [ground, first, ...rest] = entry.colors.map((color) => oklch(...color))
  if (ground === undefined || first === undefined) throw new Error('A palette has a ground and inks.')
  return { ground, inks: [first, ...shuffle(random, rest)], named: [], dark: entry.dark }
}

/** How far an ink is from what it is printed on, so that it is seen. */
const LEAST_DISTANCE = 0.14

function fromColorWords({ colors, time, mood }: Reading, random: Random): Palette {
  const named = colors.map((name) => namedColor(name))
  const dark =
    time === 'night' || mood === 'dramatic' || colors.includes('black') || (time === null && random() < 0.4)
  const first = named[0] ?? namedColor('blue')
  const ground = dark
    ? shift(mix(first, oklch(0.15, 0.02, 265), 0.75), -0.03)
    : mix(oklch(0.95, 0.02, 85), first, 0.05)
  const steps = dark ? [0, 0.16, -0.14, 0.26] : [0, 0.14, -0.16, 0.24]
  const inks = steps.flatMap((step) =>
    named.map((color) => shift(color, step, step > 0.2 ? 0.6 : 1, random() * 16 - 8)),
  )
  const visible = inks.filter((ink) => distanceOf(ink, ground) > LEAST_DISTANCE)
  const accent = pick<Rgb>(random, [oklch(0.9, 0.05, 85), oklch(0.93, 0.02, 95)])
  return {
    ground,
    inks: [visible[0] ?? first, ...visible.slice(1), dark ? accent : oklch(0.3, 0.04, 265)],
    named,
    dark,
  }
}

/** In OKLab: yellow is told from paper by its hue, though both are light. */
function distanceOf(left: Rgb, right: Rgb): number {
  const [l, a, b] = toOklab(left)
  const [otherL, otherA, otherB] = toOklab(right)
  return Math.hypot(l - otherL, a - otherA, b - otherB)
}
