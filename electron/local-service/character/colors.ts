/**
 * Chooses the colours of a character: what the prompt names, what the calling wears, what a reference picture shows, and for the
 * rest colours that go together.
 */
import { mix, oklch, shift, toOklab, type Rgb } from '../paint/color.ts'
import { namedColor } from '../paint/named-colors.ts'
import { between, pick, type Random } from '../paint/random.ts'
import type { ColorName } from '../paint/vocabulary.ts'
import type { Age, Animal, Colors, Outfit, Species } from './design.ts'
import type { Archetype, Tone } from './words/archetype.ts'
import type { CharacterReading } from './words/read-character.ts'

type Tones = readonly [Tone, ...Tone[]]

const SKINS: Tones = [
  [0.86, 0.05, 62],
  [0.82, 0.062, 58],
  [0.78, 0.07, 62],
  [0.71, 0.078, 58],
  [0.62, 0.08, 56],
  [0.52, 0.072, 52],
  [0.43, 0.058, 48],
  [0.36, 0.048, 44],
]
const HAIRS: Tones = [
  [0.22, 0.02, 280],
  [0.28, 0.035, 50],
  [0.36, 0.06, 50],
  [0.45, 0.08, 55],
  [0.55, 0.1, 62],
  [0.78, 0.1, 85],
  [0.52, 0.15, 42],
]
const WHITE_HAIR: Tone = [0.88, 0.008, 250]
const EYES: Tones = [
  [0.42, 0.07, 60],
  [0.5, 0.1, 150],
  [0.55, 0.11, 245],
  [0.5, 0.05, 230],
  [0.55, 0.11, 80],
]
const COATS: Readonly<Record<Animal, Tones>> = {
  fox: [
    [0.64, 0.165, 50],
    [0.58, 0.16, 42],
  ],
  cat: [
    [0.55, 0.03, 250],
    [0.68, 0.13, 62],
    [0.35, 0.02, 280],
    [0.82, 0.06, 75],
  ],
  rabbit: [
    [0.85, 0.025, 75],
    [0.66, 0.05, 60],
    [0.72, 0.015, 250],
  ],
  bear: [
    [0.42, 0.07, 52],
    [0.33, 0.05, 45],
    [0.86, 0.02, 85],
  ],
  wolf: [
    [0.56, 0.02, 255],
    [0.42, 0.02, 265],
    [0.72, 0.012, 250],
  ],
  mouse: [
    [0.68, 0.018, 60],
    [0.6, 0.02, 250],
  ],
  dog: [
    [0.68, 0.09, 68],
    [0.48, 0.08, 52],
    [0.84, 0.05, 78],
  ],
  deer: [
    [0.6, 0.095, 58],
    [0.52, 0.09, 50],
  ],
}
const GREEN_SKINS: Tones = [
  [0.66, 0.12, 135],
  [0.6, 0.1, 150],
  [0.62, 0.1, 190],
  [0.68, 0.11, 115],
]
const STEEL: Tone = [0.77, 0.014, 250]
const LEATHER: Tone = [0.42, 0.068, 55]
const LINEN: Tone = [0.93, 0.022, 85]

export interface ColorWish {
  readonly reading: CharacterReading
  readonly archetype: Archetype
  readonly species: Species
  readonly animal: Animal | null
  readonly age: Age
  readonly top: Outfit['top']
  /** Colours of a reference picture, the most important first, or none. */
  readonly reference: readonly Rgb[]
}

/** The colours for this wish. */
export function chooseColors(wish: ColorWish, random: Random): Colors {
  const { reading, archetype, age, top } = wish
  const { colors } = reading
  const hue = random() * 360
  const tones = {
    primary: archetype.primary ?? [between(random, 0.42, 0.62), between(random, 0.08, 0.15), hue],
    secondary: archetype.secondary ?? [
      between(random, 0.3, 0.45),
      between(random, 0.03, 0.08),
      hue + pick(random, [30, 180, -40]),
    ],
    accent: archetype.accent ?? [
      between(random, 0.66, 0.8),
      between(random, 0.11, 0.16),
      hue + pick(random, [150, 180, 60]),
    ],
  } satisfies Record<string, Tone>
  const [first, second, third] = reading.freeColors
  const [shown, shownNext, shownThird] = wish.reference
  const cape = colors.cape
  const isCapePrimary = top === 'plate' || top === 'chassis'
  const isCapeAccent = top === 'leotard'
  const named = (name: ColorName | undefined): Rgb | undefined =>
    name === undefined ? undefined : clothColor(name)
  const skin = skinColor(wish, random)
  return {
    skin,
    hair: hairColor(wish, age, random),
    eyes:
      colors.eyes === undefined
        ? wish.species === 'robot'
          ? oklch(0.8, 0.14, 200)
          : oklch(...pick(random, EYES))
        : shift(namedColor(colors.eyes), 0.02),
    primary:
      named(isCapePrimary ? (cape ?? colors.primary) : colors.primary) ??
      named(first) ??
      shown ??
      apart(oklch(...tones.primary), skin),
    secondary:
      named(isCapePrimary || isCapeAccent ? colors.secondary : (cape ?? colors.secondary)) ??
      named(second) ??
      shownNext ??
      oklch(...tones.secondary),
    accent:
      named(isCapeAccent ? (cape ?? colors.accent) : colors.accent) ??
      named(third) ??
      shownThird ??
      oklch(...tones.accent),
    leather: named(colors.leather) ?? oklch(...LEATHER),
    metal:
      isCapePrimary && colors.primary !== undefined && cape !== undefined
        ? metalColor(colors.primary)
        : top === 'plate' && colors.primary !== undefined
          ? metalColor(colors.primary)
          : oklch(...STEEL),
    linen: oklch(...LINEN),
  }
}

/** The colour, lighter where it could not be told from `other`. */
function apart(color: Rgb, other: Rgb): Rgb {
  const [one, two] = [toOklab(color), toOklab(other)]
  const away = Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
  return away > 0.11 || one[0] > 0.8 ? color : shift(color, one[0] < 0.55 ? 0.17 : -0.17)
}

/** Cloth is never as loud as paint. */
function clothColor(name: ColorName): Rgb {
  return name === 'black'
    ? namedColor(name, 0.06)
    : name === 'white'
      ? namedColor(name, -0.02)
      : namedColor(name, -0.02, 0.92)
}

function metalColor(name: ColorName): Rgb {
  return mix(namedColor(name), oklch(...STEEL), name === 'black' ? 0.25 : 0.45)
}

function skinColor({ reading, species, animal }: ColorWish, random: Random): Rgb {
  const named = reading.colors.skin
  if (species === 'beast' && animal !== null) {
    if (named !== undefined)
      return named === 'red'
        ? oklch(0.55, 0.16, 40)
        : named === 'black'
          ? oklch(0.3, 0.015, 280)
          : namedColor(named, 0, 0.75)
    const coats = COATS[animal]
    const [free] = reading.freeColors
    if (free !== undefined && ['white', 'black', 'gray', 'brown', 'orange', 'red'].includes(free))
      return skinColor(
        { reading: { ...reading, colors: { ...reading.colors, skin: free } }, species, animal } as ColorWish,
        random,
      )
    return oklch(...pick(random, coats))
  }
  if (species === 'goblin')
    return named === undefined ? oklch(...pick(random, GREEN_SKINS)) : namedColor(named, 0.06, 0.8)
  const chosen = oklch(...pick(random, SKINS))
  if (reading.archetype?.title === 'vampire') return mix(chosen, oklch(0.88, 0.02, 300), 0.6)
  switch (named) {
    case undefined:
      return chosen
    case 'brown':
    case 'black':
      return oklch(...(SKINS[named === 'brown' ? 5 : 7] ?? SKINS[0]))
    case 'white':
      return oklch(...SKINS[0])
    default:
      return namedColor(named, 0.12, 0.6)
  }
}

function hairColor({ reading, species, animal }: ColorWish, age: Age, random: Random): Rgb {
  const { hair } = reading.colors
  if (reading.hairTone !== null) return oklch(...reading.hairTone)
  const drawn = pick(random, HAIRS)
  if (hair !== undefined)
    return hair === 'red'
      ? oklch(0.52, 0.165, 38)
      : hair === 'brown'
        ? oklch(0.38, 0.065, 52)
        : namedColor(hair, 0.02, 0.9)
  if (animal !== null && species !== 'beast') return oklch(...COATS[animal][0])
  return oklch(...(age === 'old' ? WHITE_HAIR : drawn))
}
