/**
 * Reads what can be drawn and told out of a prompt for a character.
 *
 * Owns the reading only; what is left open is decided in `design-character.ts`. Words not known here still move the random
 * choices.
 */
import { COLOR_WORDS, type ColorName } from '../../paint/vocabulary.ts'
import type { Age, Animal, Build, ColorRole, Face, HairStyle, Outfit } from '../design.ts'
import type { Archetype, Tone } from './archetype.ts'
import { ANIMAL_WORDS, ARCHETYPES } from './archetypes.ts'
import {
  AGES,
  BACKS,
  BEARDS,
  BOTTOMS,
  BUILDS,
  COLORED,
  EYEWEARS,
  FEET,
  FEMININE,
  FRECKLES,
  GLOVES,
  HAIR_COLORS,
  HAIR_STYLES,
  HEADWEARS,
  MASCULINE,
  ONLY_EARS,
  OVERS,
  PROPS,
  SCARS,
  TOPS,
  TRAIT_WORDS,
  type TraitName,
} from './vocabulary.ts'

export interface CharacterReading {
  readonly archetype: Archetype | null
  /** What the prompt calls them, such as "sorceress". */
  readonly title: string | null
  readonly animal: Animal | null
  /** Ears and tail on somebody who is no beast. */
  readonly hasOnlyEars: boolean
  readonly isElf: boolean
  readonly age: Age | null
  readonly build: Build | null
  readonly isFeminine: boolean | null
  readonly hair: HairStyle | null
  readonly hairTone: Tone | null
  readonly face: Partial<Face>
  readonly outfit: Partial<Outfit>
  /** Colour words before a thing. */
  readonly colors: Readonly<Partial<Record<ColorRole | 'cape', ColorName>>>
  /** Colour words before nothing that is known, in their order. */
  readonly freeColors: readonly ColorName[]
  readonly traits: readonly TraitName[]
  /** A name given after "named" or "called". */
  readonly name: string | null
}

/** Words that point to a calling, but name nobody. */
const NO_TITLES = new Set(
  'space machine doctor orchard watch western steampunk circus pastry punk cyberpunk flower undead elven elvish dwarven mech'.split(
    ' ',
  ),
)
/** How many words after a colour its thing may stand. */
const REACH = 3
const NAMED = /\b(?:named|called)\s+((?:\p{Lu}[\p{L}'’-]{1,15})(?:\s+\p{Lu}[\p{L}'’-]{1,15})?)/u

/** What `prompt` says. */
export function readCharacter(prompt: string): CharacterReading {
  const words = Array.from(prompt.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word)
  const first = <Value>(table: ReadonlyMap<string, Value>): Value | null =>
    words.map((word) => table.get(word)).find((value) => value !== undefined) ?? null
  const { colors, freeColors } = readColors(words)
  const calling = findCalling(words)
  const archetype = calling?.archetype ?? null
  const { animal, hasOnlyEars } = readAnimal(words)
  const hair = readHair(words)
  const prop = first(PROPS) ?? (words.includes('bow') && archetype?.outfit.prop === 'bow' ? 'bow' : null)
  const outfit: Partial<Outfit> = {
    ...entry('top', first(TOPS)),
    ...entry('bottom', first(BOTTOMS)),
    ...entry('feet', first(FEET)),
    ...entry('head', readHeadwear(words, archetype)),
    ...entry('over', first(OVERS)),
    ...entry('back', readBack(first(BACKS), archetype)),
    ...entry('prop', prop),
    ...(words.some((word) => GLOVES.has(word)) ? { hasGloves: true } : {}),
  }
  const face: Partial<Face> = {
    ...entry('beard', words.includes('long') && words.includes('beard') ? 'long' : first(BEARDS)),
    ...entry('eyewear', first(EYEWEARS)),
    ...(words.some((word) => FRECKLES.has(word)) ? { hasFreckles: true } : {}),
    ...(words.some((word) => SCARS.has(word)) ? { hasScar: true } : {}),
  }
  return {
    archetype,
    title: calling?.title ?? null,
    animal,
    hasOnlyEars,
    isElf: words.some((word) => ['elf', 'elven', 'elvish'].includes(word)),
    age: first(AGES),
    build: first(BUILDS),
    isFeminine: readGender(words),
    hair,
    hairTone: first(HAIR_COLORS),
    face,
    outfit,
    colors,
    freeColors,
    traits: [
      ...new Set(words.map((word) => TRAIT_WORDS.get(word)).filter((trait) => trait !== undefined)),
    ].slice(0, 3),
    name: NAMED.exec(prompt)?.[1] ?? null,
  }
}

function entry<Key extends string, Value>(key: Key, value: Value | null): Partial<Record<Key, Value>> {
  return value === null ? {} : ({ [key]: value } as Record<Key, Value>)
}

/** The calling named first, and the word for it; "elf knight" is a knight, since an elf can be drawn in armour too. */
function findCalling(
  words: readonly string[],
): { readonly archetype: Archetype; readonly title: string } | null {
  const found = words.flatMap((word) => {
    const forms = [word, word.replace(/s$/u, '')]
    return ARCHETYPES.flatMap((archetype) => {
      const known = archetype.words.split(' ').find((each) => forms.includes(each))
      return known === undefined ? [] : [{ archetype, word: known }]
    }).slice(0, 1)
  })
  const chosen = found.find(({ archetype }) => archetype.title !== 'elf') ?? found[0]
  if (chosen === undefined) return null
  const { archetype } = chosen
  const title = found.find((each) => each.archetype === archetype && !NO_TITLES.has(each.word))?.word
  return { archetype, title: title ?? archetype.title }
}

/** An animal counts unless it only comes along ("with a cat"). */
function readAnimal(words: readonly string[]): {
  readonly animal: Animal | null
  readonly hasOnlyEars: boolean
} {
  for (const [index, word] of words.entries()) {
    const animal = ANIMAL_WORDS[word] ?? ANIMAL_WORDS[word.replace(/s$/u, '')]
    if (animal === undefined) continue
    const before = words.slice(Math.max(0, index - 3), index)
    if (
      before.includes('with') &&
      !words.slice(index + 1, index + 3).some((next) => ['ears', 'tail'].includes(next))
    )
      continue
    return { animal, hasOnlyEars: words.slice(index + 1, index + 3).some((next) => ONLY_EARS.has(next)) }
  }
  return { animal: null, hasOnlyEars: false }
}

/** "long" and "short" are about hair only where hair is spoken of. */
function readHair(words: readonly string[]): HairStyle | null {
  for (const [index, word] of words.entries()) {
    const style = HAIR_STYLES.get(word)
    if (style === undefined) continue
    const after = words.slice(index + 1, index + 4)
    const isAboutHair = after.some((next) =>
      ['hair', 'haired', 'braid', 'braids', 'curls', 'ponytail'].includes(next),
    )
    const speaksForItself = ![
      'short',
      'long',
      'straight',
      'wild',
      'flowing',
      'waves',
      'bangs',
      'fringe',
    ].includes(word)
    if (!isAboutHair && !speaksForItself) continue
    const later = after
      .map((next) => HAIR_STYLES.get(next))
      .find((next) => next !== undefined && next !== 'long' && next !== 'short')
    return (style === 'long' || style === 'short') && later !== undefined ? later : style
  }
  return null
}

function readHeadwear(words: readonly string[], archetype: Archetype | null): Outfit['head'] | null {
  const found = words.map((word) => HEADWEARS.get(word)).find((value) => value !== undefined) ?? null
  const known = archetype?.outfit.head
  const at = words.indexOf('hat')
  if (at !== -1 && words[at - 1] === 'top') return 'top-hat'
  if (words.some((word, index) => word === 'flower' && words[index + 1] === 'crown')) return 'flower-crown'
  // "A witch's hat" and "an astronaut's helmet" are the ones they wear anyway.
  if ((found === 'wide-hat' || found === 'helm') && known !== undefined && known !== 'none') return null
  return found
}

/** Wings are those that the calling has, if it has any. */
function readBack(found: Outfit['back'] | null, archetype: Archetype | null): Outfit['back'] | null {
  const usual = archetype?.outfit.back ?? 'none'
  return found === 'feather-wings' && usual.endsWith('wings') ? null : found
}

function readGender(words: readonly string[]): boolean | null {
  for (const word of words) {
    if (FEMININE.has(word)) return true
    if (MASCULINE.has(word)) return false
  }
  return null
}

function readColors(words: readonly string[]): Pick<CharacterReading, 'colors' | 'freeColors'> {
  const colors: Partial<Record<ColorRole | 'cape', ColorName>> = {}
  const freeColors: ColorName[] = []
  for (const [index, word] of words.entries()) {
    const color = COLOR_WORDS[word]
    if (color === undefined) continue
    const ahead = words.slice(index + 1, index + 1 + REACH)
    const end = ahead.findIndex((next) => COLOR_WORDS[next] !== undefined)
    const target = (end === -1 ? ahead : ahead.slice(0, end))
      .map((next) => COLORED.get(next))
      .find((role) => role !== undefined)
    if (target === undefined) freeColors.push(color)
    else colors[target] ??= color
  }
  return { colors, freeColors: [...new Set(freeColors)] }
}
