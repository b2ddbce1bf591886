/** Decides what a character looks like: reads the prompt, and draws by chance what it leaves open. */
import { z } from 'zod'
import looks from './looks.json' with { type: 'json' }
import parts from './figure-parts.json' with { type: 'json' }
import data from './words.json' with { type: 'json' }
import { hexOf, mix, namedColor, oklch, oklchOf, type Rgb, shift } from '../image/color.ts'
import { between, createRandom, pick } from '../image/random.ts'
import { colorInWord } from '../image/read-prompt.ts'

type Trait = keyof typeof data.traits
type Species = keyof typeof parts.ears
type Hair = keyof typeof looks.hairWords | 'short'
type Age = keyof typeof looks.ages | 'adult'
export type Design = ReturnType<typeof designCharacter>

/** What they wear and hold, and what they do, after "who"; the first is for prompts that name no role. */
const ROLES = data.roles.map(({ name, words, wears, work }) => {
  const [outfit, hat, prop] = wears.split(' ')
  return {
    name,
    words: new RegExp(words, 'u'),
    outfit: outfit as keyof typeof parts.outfits,
    hat: hat as keyof typeof parts.hats,
    prop: prop as keyof typeof parts.props,
    work,
  }
})

/** The design that the same prompt, seed and reference colours give. */
export function designCharacter(prompt: string, seed: number, reference: readonly Rgb[]) {
  const text = prompt.toLowerCase()
  const random = createRandom(`character ${prompt}`, seed)
  const has = (words: string): boolean => new RegExp(`\\b(?:${words})\\b`, 'u').test(text)
  function named<Name extends string>(table: Readonly<Record<Name, string>>): Name | undefined {
    return (Object.keys(table) as Name[]).find((name) => has(table[name]))
  }
  const role = ROLES.find(({ words }) => words.test(text)) ?? (text === '' ? pick(random, ROLES) : ROLES[0])
  if (role === undefined) throw new Error('There is no role.')
  const species: Species = named(looks.species) ?? 'human'
  const age: Age = named(looks.ages) ?? 'adult'
  const hair: Hair = named(looks.hairWords) ?? pick(random, ['short', 'long', 'bun', 'curly', 'short'])
  const isOldMan = species === 'human' && age === 'old' && random() < 0.3
  const hue = random() * 360
  const clothes = 'coat|raincoat|robe|dress|cape|cloak|armou?r|suit|jacket|apron|tunic|scarf'
  const main = reference[0] ?? colorOf(text, clothes) ?? oklch(0.6, 0.13, hue)
  const second = reference[1] ?? oklch(between(random, 0.34, 0.46), 0.06, hue + between(random, 120, 220))
  return {
    role,
    species,
    age,
    hair,
    hasBeard: isOldMan || has('beard|bearded|moustache|whiskers'),
    hasGlasses: has('glasses|spectacles|goggles|monocle') || random() < 0.14,
    hasCape: has('cape|cloak|mantle') || (role.outfit === 'armour' && random() < 0.5),
    isBroad: has('big|large|broad|stout|strong|fat|burly|huge') || species === 'bear' || random() < 0.2,
    colors: {
      skin: oklchOf(species === 'human' ? pick(random, looks.skins) : looks.furs[species]),
      hair:
        colorOf(text, 'hair|beard|braids?|curls') ??
        oklchOf(age === 'old' ? looks.oldHair : pick(random, looks.hairs)),
      main,
      second,
      accent: reference[2] ?? oklch(0.82, 0.12, hue + between(random, 40, 90)),
      leather: shift(mix(oklch(0.38, 0.06, 50), second, 0.15), between(random, -0.05, 0.05)),
    },
  }
}

/** The colour word that stands before one of `things`, with at most one word between. */
function colorOf(text: string, things: string): Rgb | null {
  const words = new RegExp(`\\b([a-z]+)\\s+(?:([a-z]+)\\s+)?(?:${things})\\b`, 'u').exec(text)?.slice(1) ?? []
  const [color] = words.toReversed().flatMap((word) => colorInWord(word ?? '') ?? [])
  return color === undefined ? null : namedColor(color)
}

const VIEWS = ['front', 'three-quarter', 'back'] as const
export type View = (typeof VIEWS)[number]

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
  readonly palette: readonly { readonly part: string; readonly hex: string }[]
  readonly seed: number
}

/** The profile of the character that the same words, seed and colours draw. */
export function profileOf(prompt: string, seed: number, reference: readonly Rgb[] = []): Profile {
  const design = designCharacter(prompt, seed, reference)
  const random = createRandom(`profile ${prompt}`, seed)
  const [, called] = /\b(?:named|called)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/u.exec(prompt) ?? []
  const name = called ?? `${pick(random, data.givenNames)} ${pick(random, data.familyNames)}`
  const [given = name] = name.split(' ')
  const all = (Object.keys(data.traits) as Trait[]).map((trait) => ({
    trait,
    order: prompt.toLowerCase().includes(trait) ? 0 : 1 + random(),
  }))
  const traits = all.toSorted((a, b) => a.order - b.order).map(({ trait }) => trait)
  const [first = 'kind', second = 'curious', third = 'loyal'] = traits
  const { told, strength, likes } = data.traits[first]
  const story = [
    `${name} is ${withArticle(design.role.name)} from ${pick(random, data.places)} who ${design.role.work}.`,
    `${given} ${told}.`,
    `${given} ${pick(random, data.habits)}.`,
    `One day, ${given} means to ${pick(random, data.dreams)}.`,
  ].join(' ')
  return {
    name,
    role: design.role.name,
    species: design.species,
    age: design.age,
    appearance: describe(design),
    traits: [first, second, third],
    strength,
    weakness: data.traits[second].weakness,
    likes: [...likes, ...data.traits[second].likes.slice(0, 1)],
    story,
    palette: Object.entries(design.colors).map(([part, color]) => ({ part, hex: hexOf(color) })),
    seed,
  }
}

function describe({ role, species, hair, hasBeard, hasGlasses, hasCape, isBroad }: Design): string {
  const isHuman = species === 'human'
  const hairs: Readonly<Partial<Record<Hair, string>>> = { bald: 'no hair at all', bun: 'a bun' }
  const parts = [
    isHuman ? (hairs[hair] ?? `${hair} hair`) : '',
    hasBeard ? 'a beard' : '',
    hasGlasses ? 'round glasses' : '',
    hasCape ? 'a cape' : '',
    role.prop === 'none' ? '' : role.prop === 'flowers' ? 'a bunch of flowers' : `a ${role.prop}`,
  ].filter(Boolean)
  const kind = [isBroad ? 'broad' : '', isHuman ? '' : species, role.name].filter(Boolean).join(' ')
  const list = new Intl.ListFormat('en').format(parts)
  return `${withArticle(kind).replace('a', 'A')}${list === '' ? '' : ` with ${list}`}.`
}

function withArticle(words: string): string {
  return `${/^[aeiou]/u.test(words) ? 'an' : 'a'} ${words}`
}
