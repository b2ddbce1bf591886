/**
 * What profiles are told with.
 */
import type { TraitName } from './vocabulary.ts'

export interface Trait {
  /** Follows the name. */
  readonly told: string
  readonly strength: string
  readonly weakness: string
  readonly likes: readonly [string, string]
  /** The trait that nobody has together with this one. */
  readonly opposite?: TraitName
}

export const TRAITS: Readonly<Record<TraitName, Trait>> = {
  brave: {
    told: 'goes first into every dark room and comes out last',
    strength: 'stays calm when it counts',
    weakness: 'never asks for help',
    likes: ['thunderstorms', 'high towers'],
    opposite: 'shy',
  },
  curious: {
    told: 'opens every door marked "closed", just to be sure',
    strength: 'notices what others walk past',
    weakness: 'cannot leave a riddle alone',
    likes: ['maps', 'locked boxes'],
  },
  kind: {
    told: 'has never passed by anyone who looked lost',
    strength: 'makes friends in any company',
    weakness: 'finds it hard to say no',
    likes: ['fresh bread', 'old dogs'],
    opposite: 'grumpy',
  },
  clever: {
    told: 'has a plan, and a second one folded inside it',
    strength: 'sees three moves ahead',
    weakness: 'explains things twice',
    likes: ['puzzles', 'good pencils'],
  },
  cheerful: {
    told: 'hums while working, and works harder when it rains',
    strength: 'lifts everyone around',
    weakness: 'is bad at being serious',
    likes: ['brass bands', 'picnics'],
    opposite: 'melancholy',
  },
  grumpy: {
    told: 'complains about everything and helps with all of it',
    strength: 'is honest to a fault',
    weakness: 'speaks before breakfast',
    likes: ['silence', 'strong tea'],
    opposite: 'kind',
  },
  shy: {
    told: 'says little, but remembers everything that was said',
    strength: 'listens better than anyone',
    weakness: 'hides when praised',
    likes: ['empty libraries', 'snow'],
    opposite: 'brave',
  },
  proud: {
    told: 'keeps every promise and every button polished',
    strength: 'keeps promises',
    weakness: 'hates to be wrong',
    likes: ['ceremony', 'polished boots'],
  },
  mischievous: {
    told: 'has an excuse ready for things that have not happened yet',
    strength: 'thinks quickly',
    weakness: 'cannot resist a prank',
    likes: ['secret passages', 'cream cakes'],
  },
  dreamy: {
    told: 'looks at clouds as others look at the clock',
    strength: 'has ideas nobody else has',
    weakness: 'forgets the time',
    likes: ['long walks', 'the moon'],
  },
  loyal: {
    told: 'still writes to the friends of childhood, all of them',
    strength: 'never leaves a friend behind',
    weakness: 'trusts too soon',
    likes: ['letters', 'campfires'],
  },
  mysterious: {
    told: 'arrives without a sound and never says from where',
    strength: 'keeps secrets',
    weakness: 'is hard to read',
    likes: ['fog', 'old clocks'],
  },
  clumsy: {
    told: 'breaks a cup a week and mends two',
    strength: 'laughs at mishaps',
    weakness: 'trips over carpets',
    likes: ['soft chairs', 'glue'],
  },
  stubborn: {
    told: 'has never turned back at a closed gate',
    strength: 'does not give up',
    weakness: 'does not give up',
    likes: ['steep hills', 'the last word'],
  },
  melancholy: {
    told: 'keeps a drawer full of unfinished songs',
    strength: 'understands sorrow',
    weakness: 'looks back too often',
    likes: ['autumn', 'slow music'],
    opposite: 'cheerful',
  },
}

/** Follow "from". */
export const PLACES: readonly [string, ...string[]] = [
  'a harbour town where it always smells of rope',
  'the last village before the mountains',
  'a valley with more bridges than people',
  'the windy side of an island',
  'a city of stairs',
  'an orchard at the edge of the map',
  'a street of lamp makers',
  'the far shore of a quiet lake',
  'a house built around a tree',
  'a station where few trains stop',
]
/** Follow "She", "He" or "It". */
export const HABITS: readonly [string, ...string[]] = [
  'counts steps when nervous',
  'carries a pebble from every place worth remembering',
  'always sits where the door can be seen',
  'draws small birds in the margins of everything',
  'greets every cat by name',
  'collects words in a notebook with a broken spine',
  'whistles the same four notes before anything difficult',
  'keeps spare buttons for strangers',
  'wakes before the sun and tells nobody',
  'ties knots while thinking',
]
/** Follow "means to". */
export const DREAMS: readonly [string, ...string[]] = [
  'see the sea from the other side',
  'find out who left the lantern burning',
  'build a boat that can also be a house',
  'return a book that is forty years late',
  'learn the song of the tower bells by heart',
  'plant a forest, one tree for every friend',
  'cross the desert slowly enough to hear it',
  'write down everything before it is forgotten',
  'win at chess against the old neighbour, once',
  'follow the river to where it begins',
]
