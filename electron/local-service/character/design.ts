/** Decides what a character looks like: reads the prompt, and draws by chance what it leaves open. */
import { z } from 'zod'
import looks from './looks.json' with { type: 'json' }
import parts from './figure-parts.json' with { type: 'json' }
import data from './words.json' with { type: 'json' }
import { mix, oklch, oklchOf, type Rgb, shift, namedColor, hexOf } from '../image/color.ts'
import { between, createRandom, pick, type Random } from '../image/random.ts'
import { COLOR_WORDS, lookUp } from '../image/read-prompt.ts'

type Outfit = keyof typeof parts.outfits
type Hat = keyof typeof parts.hats
type Prop = keyof typeof parts.props

interface Role {
  readonly name: string
  /** Words that mean this role. */
  readonly words: RegExp
  readonly outfit: Outfit
  readonly hat: Hat
  readonly prop: Prop
  /** What they do, after "who". */
  readonly work: string
}

/** The first is for prompts that name no role. */
const ROLES = data.roles.map(({ name, words, wears, work }): Role => {
  const [outfit, hat, prop] = wears.split(' ') as [Outfit, Hat, Prop]
  return { name, words: new RegExp(words, 'u'), outfit, hat, prop, work }
}) as [Role, ...Role[]]

/** What is told of a trait, its strength, its weakness, and two things that its owner likes. */
type Trait = keyof typeof data.traits
const TRAIT_NAMES = Object.keys(data.traits) as readonly Trait[]

const { traits: TRAITS, givenNames, familyNames, places, habits, dreams } = data

type Species = keyof typeof parts.ears
type Hair = keyof typeof looks.hairWords | 'short'
type Age = keyof typeof looks.ages | 'adult'

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

/** The design that the same prompt, seed and reference colours give. */
export function designCharacter(prompt: string, seed: number, reference: readonly Rgb[] = []): Design {
  const text = prompt.toLowerCase()
  const random = createRandom(`character ${prompt}`, seed)
  const role = ROLES.find(({ words }) => words.test(text)) ?? (text === '' ? pick(random, ROLES) : ROLES[0])
  const species = named(looks.species, text) ?? 'human'
  const age = named(looks.ages, text) ?? 'adult'
  const hair = named(looks.hairWords, text) ?? pick<Hair>(random, ['short', 'long', 'bun', 'curly', 'short'])
  const chosenHair =
    colorOf(text, 'hair|beard|braids?|curls') ??
    oklchOf(age === 'old' ? looks.oldHair : pick(random, looks.hairs))
  const hasBeard =
    has(text, 'beard\\w*|bearded|moustache|whiskers') ||
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
    hasBeard: hasBeard && (species === 'human' || text.includes('beard')),
    hasGlasses: has(text, 'glasses|spectacles|goggles|monocle') || random() < 0.14,
    hasCape: has(text, 'cape|cloak|mantle') || (role.outfit === 'armour' && random() < 0.5),
    isBroad: has(text, 'big|large|broad|stout|strong|fat|burly|huge') || species === 'bear' || random() < 0.2,
    traits: chooseTraits(text, random),
    colors: {
      skin: oklchOf(species === 'human' ? pick(random, looks.skins) : looks.furs[species]),
      hair: chosenHair,
      main,
      second,
      accent,
      leather: shift(mix(oklch(0.38, 0.06, 50), second, 0.15), between(random, -0.05, 0.05)),
    },
  }
}

/** The first of `table` whose words the text has. */
function named<Name extends string>(table: Readonly<Record<Name, string>>, text: string): Name | null {
  const found = Object.entries<string>(table).find(([, words]) => has(text, words))
  return found === undefined ? null : (found[0] as Name)
}

function has(text: string, words: string): boolean {
  return new RegExp(`\\b(?:${words})\\b`, 'u').test(text)
}

/** The colour word that stands before one of `things`, with at most one word between. */
function colorOf(text: string, things: string): Rgb | null {
  const [, word = ''] = new RegExp(`\\b([a-z]+)(?:\\s+[a-z]+)?\\s+(?:${things})\\b`, 'u').exec(text) ?? []
  const [, before = ''] = new RegExp(`\\b([a-z]+)\\s+(?:${things})\\b`, 'u').exec(text) ?? []
  const name = lookUp(COLOR_WORDS, before) ?? lookUp(COLOR_WORDS, word)
  return name === null ? null : namedColor(name)
}

function chooseTraits(text: string, random: Random): Design['traits'] {
  const named = TRAIT_NAMES.filter((trait) => text.includes(trait))
  const rest = TRAIT_NAMES.filter((trait) => !named.includes(trait))
  const drawn = rest.map((trait) => ({ trait, order: random() })).toSorted((a, b) => a.order - b.order)
  const [first = 'kind', second = 'curious', third = 'loyal'] = [...named, ...drawn.map(({ trait }) => trait)]
  return [first, second, third]
}

const VIEWS = ['front', 'three-quarter', 'back'] as const
export type View = (typeof VIEWS)[number]

/** The images that can be asked for. */
export const CHARACTER_IMAGES = ['sheet', 'portrait', 'palette', ...VIEWS] as const
export type CharacterImage = (typeof CHARACTER_IMAGES)[number]

export const CHARACTER_STYLES = ['gouache', 'line', 'pixel'] as const
export type CharacterStyle = (typeof CHARACTER_STYLES)[number]

export const characterJobSchema = z
  .object({
    image: z.enum(CHARACTER_IMAGES),
    style: z.enum(CHARACTER_STYLES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** Colours of a reference image as linear RGB, the most important first. */
    reference: z.array(z.tuple([z.number(), z.number(), z.number()])),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
  })
  .readonly()

export type CharacterJob = z.infer<typeof characterJobSchema>

/** Who a character is, in words: name, looks, traits and a short story that belong to its images. */
export interface Profile {
  readonly name: string
  /** Such as "knight". */
  readonly role: string
  readonly species: string
  readonly age: string
  readonly appearance: string
  readonly traits: readonly string[]
  readonly strength: string
  readonly weakness: string
  readonly likes: readonly string[]
  readonly story: string
  /** Each colour with what it is on. */
  readonly palette: readonly { readonly part: string; readonly hex: string }[]
  readonly seed: number
}

/** The profile of the character that the same words, seed and colours draw. */
export function profileOf(prompt: string, seed: number, reference: readonly Rgb[] = []): Profile {
  const design = designCharacter(prompt, seed, reference)
  const random = createRandom(`profile ${prompt}`, seed)
  const [, named] = /\b(?:named|called)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/u.exec(prompt) ?? []
  const name = named ?? `${pick(random, givenNames)} ${pick(random, familyNames)}`
  const [given = name] = name.split(' ')
  const [first, second] = design.traits
  const { told, strength, likes } = TRAITS[first]
  const story = [
    `${name} is ${withArticle(design.role.name)} from ${pick(random, places)} who ${design.role.work}.`,
    `${given} ${told}.`,
    `${given} ${pick(random, habits)}.`,
    `One day, ${given} means to ${pick(random, dreams)}.`,
  ].join(' ')
  return {
    name,
    role: design.role.name,
    species: design.species,
    age: design.age,
    appearance: describe(design),
    traits: design.traits,
    strength,
    weakness: TRAITS[second].weakness,
    likes: [...likes, ...TRAITS[second].likes.slice(0, 1)],
    story,
    palette: Object.entries(design.colors).map(([part, color]) => ({ part, hex: hexOf(color) })),
    seed,
  }
}

/** One sentence on what the images show. */
function describe({ role, species, hair, hasBeard, hasGlasses, hasCape, isBroad }: Design): string {
  const parts = [
    ...(species === 'human'
      ? [hair === 'bald' ? 'no hair at all' : hair === 'bun' ? 'a bun' : `${hair} hair`]
      : []),
    ...(hasBeard ? ['a beard'] : []),
    ...(hasGlasses ? ['round glasses'] : []),
    ...(hasCape ? ['a cape'] : []),
    ...(role.prop === 'none' ? [] : [role.prop === 'flowers' ? 'a bunch of flowers' : `a ${role.prop}`]),
  ]
  const kind = [isBroad ? 'broad' : '', species === 'human' ? '' : species, role.name]
    .filter(Boolean)
    .join(' ')
  const list = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  const opening = withArticle(kind)
  return `${opening.charAt(0).toUpperCase()}${opening.slice(1)}${list === '' ? '' : ` with ${list}`}.`
}

function withArticle(words: string): string {
  return `${/^[aeiou]/u.test(words) ? 'an' : 'a'} ${words}`
}
