/**
 * Who a character is, in words: name, looks, traits and a short story that belong to its pictures.
 */
import { createRandom, pick, shuffle, type Random } from '../paint/random.ts'
import type { Rgb } from '../paint/color.ts'
import { designCharacter, type Character } from './design-character.ts'
import { hexOf } from './hex.ts'
import { nameCharacter } from './names.ts'
import { shownColors } from './sheet/shown-colors.ts'
import { DREAMS, HABITS, PLACES, TRAITS } from './words/story-words.ts'
import type { TraitName } from './words/vocabulary.ts'

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

const AGES = { child: 'child', young: 'young', adult: 'adult', old: 'old' } as const

/** The profile of the character that the same words, seed and colours draw. */
export function profileOf(prompt: string, seed: number, reference: readonly Rgb[] = []): Profile {
  const character = designCharacter(prompt, seed, reference)
  const { design } = character
  const random = createRandom(`profile ${prompt}`, seed)
  const name = nameCharacter(character, prompt, seed)
  const traits = chooseTraits(character, random)
  const [first, second] = traits
  const told = TRAITS[first]
  return {
    name,
    role: character.title,
    species: speciesOf(character),
    age: AGES[design.age],
    appearance: describe(character),
    traits,
    strength: told.strength,
    weakness: TRAITS[second].weakness,
    likes: shuffle(random, [...told.likes, ...TRAITS[second].likes]).slice(0, 3),
    story: tell(character, name, first, random),
    palette: shownColors(design).map(({ label, color }) => ({ part: label, hex: hexOf(color) })),
    seed,
  }
}

type Traits = readonly [TraitName, TraitName, TraitName]

function chooseTraits({ reading }: Character, random: Random): Traits {
  const all = Object.keys(TRAITS) as TraitName[]
  const clash = (trait: TraitName): boolean =>
    reading.traits.some((named) => TRAITS[named].opposite === trait)
  const drawn = shuffle(random, all).filter((trait) => !reading.traits.includes(trait) && !clash(trait))
  const fitting = drawn.filter(
    (trait, index) => !drawn.slice(0, index).some((before) => TRAITS[before].opposite === trait),
  )
  const [first = 'kind', second = 'curious', third = 'loyal'] = [...reading.traits, ...fitting]
  return [first, second, third]
}

function speciesOf({ design }: Character): string {
  if (design.species === 'beast') return design.animal ?? 'animal'
  return design.animal === null ? design.species : `${design.animal}-eared human`
}

/** One sentence on what the pictures show. */
function describe({ design, title }: Character): string {
  const { hair, face, outfit, build, species } = design
  const parts: string[] = []
  if (species === 'robot') parts.push('a screen for a face')
  else if (species !== 'beast') parts.push(hair === 'bald' ? 'no hair at all' : HAIR_WORDS[hair])
  if (face.beard !== 'none' && species !== 'beast')
    parts.push(
      face.beard === 'stubble'
        ? 'stubble'
        : face.beard === 'moustache'
          ? 'a moustache'
          : `a ${face.beard} beard`,
    )
  if (face.eyewear !== 'none') parts.push(EYEWEAR_WORDS[face.eyewear])
  if (face.hasFreckles) parts.push('freckles')
  if (outfit.over === 'cape' || outfit.over === 'scarf' || outfit.over === 'apron')
    parts.push(withArticle(outfit.over))
  if (outfit.prop !== 'none') parts.push(PROP_WORDS[outfit.prop] ?? `a ${outfit.prop}`)
  const kind = build === 'average' ? '' : `${build === 'slim' ? 'slender' : 'broad'} `
  const list = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${capital(withArticle(`${kind}${title}`))}${list === '' ? '' : ` with ${list}`}.`
}

const HAIR_WORDS = {
  short: 'short hair',
  tousled: 'tousled hair',
  bob: 'a bob',
  long: 'long straight hair',
  wavy: 'wavy hair',
  curly: 'a head of curls',
  ponytail: 'a ponytail',
  pigtails: 'pigtails',
  bun: 'a bun',
  braid: 'a long braid',
  mohawk: 'a mohawk',
} as const
const EYEWEAR_WORDS = {
  round: 'round glasses',
  square: 'square glasses',
  monocle: 'a monocle',
  patch: 'an eyepatch',
  goggles: 'goggles',
} as const
const PROP_WORDS: Readonly<Record<string, string>> = {
  axe: 'an axe',
  flowers: 'a bunch of flowers',
  cup: 'a cup of tea',
  magnifier: 'a magnifying glass',
  potion: 'a bottle of something bright',
}

function tell(
  { archetype, title, design }: Character,
  name: string,
  trait: TraitName,
  random: Random,
): string {
  const [given = name] = name.split(' ')
  const they = design.species === 'robot' ? 'It' : design.isFeminine ? 'She' : 'He'
  const opening = `${name} is ${withArticle(title)} from ${pick(random, PLACES)} who ${archetype.work}.`
  const habit = `${they} ${pick(random, HABITS)}.`
  const dream = `One day, ${given} means to ${pick(random, DREAMS)}.`
  return [opening, `${given} ${TRAITS[trait].told}.`, habit, dream].join(' ')
}

function withArticle(words: string): string {
  return `${/^[aeiou]/u.test(words) ? 'an' : 'a'} ${words}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
