/**
 * Decides what a character looks like: reads the prompt, and draws by chance what it leaves open.
 */
import { mix, oklch, shift, type Rgb } from '../image/color.ts'
import { namedColor } from '../image/palette.ts'
import { between, createRandom, pick, type Random } from '../image/random.ts'
import { COLOR_WORDS, type ColorName } from '../image/vocabulary.ts'
import parts from './figure-parts.json' with { type: 'json' }
import { ROLES, TRAIT_NAMES, type Role, type Trait } from './words.ts'

export type Species = keyof typeof parts.ears
type Hair = 'short' | 'long' | 'bun' | 'curly' | 'bald'
type Age = 'child' | 'young' | 'adult' | 'old'

export interface Design {
  readonly role: Role
  readonly species: Species
  readonly age: Age
  readonly hair: Hair
  readonly hasBeard: boolean
  readonly hasGlasses: boolean
  readonly hasCape: boolean
  readonly isBroad: boolean
  readonly traits: readonly [Trait, Trait, Trait]
  readonly colors: {
    readonly skin: Rgb
    readonly hair: Rgb
    readonly main: Rgb
    readonly second: Rgb
    readonly accent: Rgb
    readonly leather: Rgb
  }
}

const SKINS = [
  oklch(0.84, 0.05, 60),
  oklch(0.76, 0.07, 58),
  oklch(0.64, 0.08, 55),
  oklch(0.5, 0.07, 52),
  oklch(0.4, 0.06, 50),
] as const
const HAIRS = [
  oklch(0.28, 0.03, 50),
  oklch(0.4, 0.07, 55),
  oklch(0.55, 0.13, 48),
  oklch(0.8, 0.1, 85),
  oklch(0.22, 0.01, 270),
] as const
const OLD_HAIR = oklch(0.86, 0.01, 90)
const FURS: Readonly<Record<Exclude<Species, 'human'>, Rgb>> = {
  fox: oklch(0.66, 0.17, 45),
  cat: oklch(0.6, 0.04, 70),
  bear: oklch(0.46, 0.07, 55),
  rabbit: oklch(0.84, 0.02, 70),
  robot: oklch(0.78, 0.03, 230),
}

/** The design that the same prompt, seed and reference colours give. */
export function designCharacter(prompt: string, seed: number, reference: readonly Rgb[] = []): Design {
  const text = prompt.toLowerCase()
  const random = createRandom(`character ${prompt}`, seed)
  const has = (words: RegExp): boolean => words.test(text)
  const role = ROLES.find(({ words }) => words.test(text)) ?? (text === '' ? pick(random, ROLES) : ROLES[0])
  const species = readSpecies(text)
  const age = has(/\b(?:child|boy|girl|kid|little|young apprentice)\b/u)
    ? 'child'
    : has(/\b(?:old|elderly|ancient|grand\w+|aged)\b/u)
      ? 'old'
      : has(/\byoung\b/u)
        ? 'young'
        : 'adult'
  const hair = readHair(text, random)
  const chosenHair =
    colorOf(text, 'hair|beard|braids?|curls') ?? (age === 'old' ? OLD_HAIR : pick(random, HAIRS))
  const hasBeard =
    has(/\b(?:beard\w*|bearded|moustache|whiskers)\b/u) ||
    (species === 'human' && age === 'old' && random() < 0.3)
  const hue = random() * 360
  const main =
    reference[0] ??
    colorOf(text, 'coat|raincoat|robe|dress|cape|cloak|armou?r|suit|jacket|apron|tunic|scarf') ??
    oklch(0.6, 0.13, hue)
  const second = reference[1] ?? oklch(between(random, 0.34, 0.46), 0.06, hue + between(random, 120, 220))
  const accent = reference[2] ?? oklch(0.82, 0.12, hue + between(random, 40, 90))
  return {
    role,
    species,
    age,
    hair,
    hasBeard: hasBeard && (species === 'human' || has(/\bbeard/u)),
    hasGlasses: has(/\b(?:glasses|spectacles|goggles|monocle)\b/u) || random() < 0.14,
    hasCape: has(/\b(?:cape|cloak|mantle)\b/u) || (role.outfit === 'armour' && random() < 0.5),
    isBroad:
      has(/\b(?:big|large|broad|stout|strong|fat|burly|huge)\b/u) || species === 'bear' || random() < 0.2,
    traits: chooseTraits(text, random),
    colors: {
      skin: species === 'human' ? pick(random, SKINS) : FURS[species],
      hair: chosenHair,
      main,
      second,
      accent,
      leather: shift(mix(oklch(0.38, 0.06, 50), second, 0.15), between(random, -0.05, 0.05)),
    },
  }
}

function readSpecies(text: string): Species {
  if (/\b(?:robot|android|automaton|cyborg)\b/u.test(text)) return 'robot'
  if (/\b(?:fox|wolf|dog)\b/u.test(text)) return 'fox'
  if (/\b(?:cat|lion|tiger|mouse)\b/u.test(text)) return 'cat'
  if (/\b(?:bear|badger|ogre|troll)\b/u.test(text)) return 'bear'
  if (/\b(?:rabbit|hare|bunny)\b/u.test(text)) return 'rabbit'
  return 'human'
}

function readHair(text: string, random: Random): Hair {
  if (/\bbald\b/u.test(text)) return 'bald'
  if (/\b(?:long hair|long-haired|braids?|ponytail)\b/u.test(text)) return 'long'
  if (/\b(?:curly|curls|afro)\b/u.test(text)) return 'curly'
  if (/\bbun\b/u.test(text)) return 'bun'
  return pick(random, ['short', 'long', 'bun', 'curly', 'short'])
}

/** The colour word that stands before one of `things`, with at most one word between. */
function colorOf(text: string, things: string): Rgb | null {
  const [, word = ''] = new RegExp(`\\b([a-z]+)(?:\\s+[a-z]+)?\\s+(?:${things})\\b`, 'u').exec(text) ?? []
  const [, before = ''] = new RegExp(`\\b([a-z]+)\\s+(?:${things})\\b`, 'u').exec(text) ?? []
  const name: ColorName | undefined = COLOR_WORDS[before] ?? COLOR_WORDS[word]
  return name === undefined ? null : namedColor(name)
}

function chooseTraits(text: string, random: Random): Design['traits'] {
  const named = TRAIT_NAMES.filter((trait) => text.includes(trait))
  const rest = TRAIT_NAMES.filter((trait) => !named.includes(trait))
  const drawn = rest.map((trait) => ({ trait, order: random() })).toSorted((a, b) => a.order - b.order)
  const [first = 'kind', second = 'curious', third = 'loyal'] = [...named, ...drawn.map(({ trait }) => trait)]
  return [first, second, third]
}
