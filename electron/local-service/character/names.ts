/**
 * Names, put together from beginnings and endings so that they sound like those who bear them.
 */
import { createRandom, pick, type Random } from '../paint/random.ts'
import type { Character } from './design-character.ts'
import type { NameKind } from './words/archetype.ts'

type Words = readonly [string, ...string[]]

const OLD_STARTS: Words = [
  'Al',
  'Bran',
  'Cor',
  'Dar',
  'El',
  'Fen',
  'Gal',
  'Hal',
  'Ith',
  'Jor',
  'Kel',
  'Lor',
  'Mer',
  'Nor',
  'Os',
  'Per',
  'Ros',
  'Sel',
  'Tam',
  'Ul',
  'Ves',
  'Wil',
  'Yor',
  'Thal',
]
const OLD_FEMININE: Words = ['wyn', 'ia', 'ena', 'ora', 'elle', 'ira', 'anna', 'eth', 'une']
const OLD_MASCULINE: Words = ['an', 'en', 'or', 'ic', 'ard', 'win', 'mund', 'ric', 'eth']
const MODERN_FEMININE: Words = [
  'Mira',
  'Juno',
  'Tess',
  'Lena',
  'Odile',
  'Pia',
  'Noor',
  'Greta',
  'Ivy',
  'Saskia',
  'Wanda',
  'Yuki',
  'Amara',
  'Lucia',
  'Freya',
  'Hana',
]
const MODERN_MASCULINE: Words = [
  'Theo',
  'Milo',
  'Otto',
  'Jonas',
  'Ravi',
  'Emil',
  'Kaito',
  'Bram',
  'Oskar',
  'Silas',
  'Tomas',
  'Idris',
  'Felix',
  'Hugo',
  'Niko',
  'Anton',
]
const MACHINE: Words = [
  'Bolt',
  'Pixel',
  'Tinker',
  'Rivet',
  'Beacon',
  'Cobalt',
  'Widget',
  'Sprocket',
  'Ember',
  'Quartz',
  'Lumen',
  'Pivot',
]
const CRITTER: Words = [
  'Bramble',
  'Maple',
  'Tansy',
  'Juniper',
  'Pip',
  'Clover',
  'Hazel',
  'Sorrel',
  'Thistle',
  'Barnaby',
  'Nutmeg',
  'Fennel',
  'Poppy',
  'Rowan',
  'Biscuit',
  'Marlow',
]
const FAMILY_STARTS: Words = [
  'Ash',
  'Bramble',
  'Copper',
  'Dusk',
  'Fern',
  'Gale',
  'Hazel',
  'Iron',
  'Lark',
  'Moon',
  'North',
  'Oak',
  'Quill',
  'River',
  'Stone',
  'Thorn',
  'Willow',
  'Winter',
]
const FAMILY_ENDS: Words = [
  'brook',
  'field',
  'wood',
  'hollow',
  'ward',
  'wick',
  'well',
  'ford',
  'mere',
  'crest',
]

/** The name that the prompt gives, else one that fits. The same character always has the same. */
export function nameCharacter(
  { archetype, design, reading }: Character,
  prompt: string,
  seed: number,
): string {
  if (reading.name !== null) return reading.name
  const random = createRandom(`name ${prompt}`, seed)
  const kind = design.species === 'beast' ? 'critter' : (archetype.names ?? 'modern')
  return nameOf(kind, design.isFeminine, random)
}

function nameOf(kind: NameKind, isFeminine: boolean, random: Random): string {
  const family = `${pick(random, FAMILY_STARTS)}${pick(random, FAMILY_ENDS)}`
  switch (kind) {
    case 'old-world':
      return `${pick(random, OLD_STARTS)}${pick(random, isFeminine ? OLD_FEMININE : OLD_MASCULINE)} ${family}`
    case 'modern':
      return `${pick(random, isFeminine ? MODERN_FEMININE : MODERN_MASCULINE)} ${family}`
    case 'machine':
      return `${pick(random, MACHINE)}-${2 + Math.floor(random() * 97)}`
    case 'critter':
      return `${pick(random, CRITTER)} ${family}`
  }
}
