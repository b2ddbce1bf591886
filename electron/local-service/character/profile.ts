/** Who a character is, in words: name, looks, traits and a short story that belong to its images. */
import { hexOf, type Rgb } from '../image/color.ts'
import { createRandom, pick } from '../image/random.ts'
import {
  type Design,
  designCharacter,
  dreams,
  familyNames,
  givenNames,
  habits,
  places,
  TRAITS,
} from './design.ts'

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
