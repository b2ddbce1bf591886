/**
 * The words that prompts for characters are searched for, and the words that a profile is written with.
 */
import type { Hat, Outfit, Prop } from './design.ts'

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

function role(name: string, words: RegExp, look: string, work: string): Role {
  const [outfit, hat, prop] = look.split(' ') as [Outfit, Hat, Prop]
  return { name, words, outfit, hat, prop, work }
}

/** The first is for prompts that name no role. */
export const ROLES: readonly [Role, ...Role[]] = [
  role('traveller', /\b(?:travell?er|wanderer|explorer)\b/u, 'coat none staff', 'has walked off every map'),
  role('knight', /\b(?:knight|soldier|warrior|hero)\b/u, 'armour helmet sword', 'guards the old bridge'),
  role('wizard', /\b(?:wizard|witch|mage|sorcer\w+)\b/u, 'robe pointed staff', 'answers before one asks'),
  role('lighthouse keeper', /\bkeeper\b/u, 'coat cap lantern', 'has never let the lamp go out'),
  role(
    'sailor',
    /\b(?:sailor|captain|pirate|fisher\w*)\b/u,
    'coat cap none',
    'reads the weather in the ropes',
  ),
  role('baker', /\b(?:baker|chef|cook)\b/u, 'apron toque cup', 'wakes the street with the smell of bread'),
  role('gardener', /\b(?:gardener|farmer|florist)\b/u, 'apron brimmed flowers', 'talks to the beans'),
  role(
    'detective',
    /\b(?:detective|spy|inspector)\b/u,
    'coat brimmed lantern',
    'finds what nobody has missed',
  ),
  role(
    'astronaut',
    /\b(?:astronaut|cosmonaut|pilot)\b/u,
    'suit dome none',
    'waters the plants on a far station',
  ),
  role(
    'inventor',
    /\b(?:inventor|engineer|scientist)\b/u,
    'apron none lantern',
    'mends what was never built',
  ),
  role('ruler', /\b(?:princess|queen|king|prince)\b/u, 'robe crown flowers', 'rules a small country well'),
]

/** What is told of a trait, its strength, its weakness, and two things that its owner likes. */
export const TRAITS = {
  brave: ['is first to open a closed door', 'courage', 'haste', 'heights', 'old swords'],
  kind: ['keeps a biscuit for every stranger', 'kindness', 'cannot say no', 'stray cats', 'letters'],
  curious: ['has taken every clock apart once', 'a sharp eye', 'forgets the way home', 'riddles', 'attics'],
  cheerful: ['sings before breakfast', 'good spirits', 'never whispers', 'brass bands', 'picnics'],
  quiet: ['can sit so still that birds land', 'patience', 'is overlooked', 'fog', 'chess'],
  grumpy: ['complains, and then helps', 'honesty', 'a short temper', 'black coffee', 'rain'],
  clever: ['wins arguments by asking', 'quick wits', 'explains too much', 'maps', 'locks'],
  loyal: ['has waited a whole winter for a friend', 'loyalty', 'holds grudges', 'campfires', 'dogs'],
} as const
export type Trait = keyof typeof TRAITS
export const TRAIT_NAMES = Object.keys(TRAITS) as readonly Trait[]

type Words = readonly [string, ...string[]]
export const GIVEN_NAMES: Words = [
  'Tess',
  'Mira',
  'Otto',
  'Juno',
  'Bram',
  'Ida',
  'Felix',
  'Wren',
  'Nell',
  'Milo',
]
export const FAMILY_NAMES: Words = ['Fernward', 'Ashdown', 'Quill', 'Marlowe', 'Thistle', 'Harrow', 'Pebble']
export const PLACES: Words = [
  'a town between two rivers',
  'a frozen harbour',
  'the street behind the theatre',
]
export const HABITS: Words = [
  'counts the stairs of every house',
  'keeps a diary in rhymes',
  'whistles in the dark',
]
export const DREAMS: Words = ['see the sea from above', 'build a round house', 'sleep a whole winter']
