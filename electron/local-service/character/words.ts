/**
 * The words that prompts for characters are searched for, and the words that a profile is written with; they are listed in `words.json`.
 */
import parts from './figure-parts.json' with { type: 'json' }
import data from './words.json' with { type: 'json' }

type Outfit = keyof typeof parts.outfits
type Hat = keyof typeof parts.hats
type Prop = keyof typeof parts.props

export interface Role {
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
export const ROLES = data.roles.map(({ name, words, wears, work }): Role => {
  const [outfit, hat, prop] = wears.split(' ') as [Outfit, Hat, Prop]
  return { name, words: new RegExp(words, 'u'), outfit, hat, prop, work }
}) as [Role, ...Role[]]

/** What is told of a trait, its strength, its weakness, and two things that its owner likes. */
export type Trait = keyof typeof data.traits
export const TRAIT_NAMES = Object.keys(data.traits) as readonly Trait[]

export const { traits: TRAITS, givenNames, familyNames, places, habits, dreams } = data
