/**
 * Reads what a composer can act on out of a prompt: genre, feeling, pace, key, who plays and who does not.
 *
 * Owns the reading only. What a genre or a feeling means for the music is decided in `plan-piece.ts`; words not known here
 * still move the random choices.
 */
import { GENRE_NAMES, type GenreName } from '../genres/genre.ts'
import type { InstrumentName, KitName } from '../score.ts'
import { findKey, type Key } from '../theory/key.ts'
import {
  FAST_WORDS,
  FEELING_WORDS,
  GENRE_HINTS,
  GENRE_WORDS,
  INSTRUMENT_WORDS,
  KIT_WORDS,
  PART_WORDS,
  SLOW_WORDS,
  type Feeling,
  type PartWord,
} from './vocabulary.ts'

export interface Brief {
  readonly genre: GenreName | null
  readonly feeling: Feeling | null
  readonly pace: 'slow' | 'fast' | null
  /** Beats a minute, when the prompt gives a number. */
  readonly bpm: number | null
  readonly key: Key | null
  /** Named instruments, in the prompt's order. */
  readonly instruments: readonly InstrumentName[]
  readonly kit: KitName | null
  /** What "no …" or "without …" leaves out. */
  readonly without: readonly (PartWord | InstrumentName)[]
  /** The named instruments play alone. */
  readonly isSolo: boolean
}

export const SLOWEST_BPM = 40
export const FASTEST_BPM = 220

/** "no drums", "without bass or drums": what follows up to the next comma or stop. */
const NEGATION = /\b(?:no|without)\s+([^,.;:!?]+)/gu
const ANOTHER = /\s+(?:or|and|nor)\s+(?:no\s+|any\s+)?/u

/** What `prompt` says. */
export function readBrief(prompt: string): Brief {
  const text = ` ${prompt.toLowerCase().replaceAll(/\s+/gu, ' ')} `
  const { rest, without } = takeNegations(text)
  const bpm = readBpm(rest)
  return {
    genre:
      firstFound(GENRE_NAMES, (name) => GENRE_WORDS[name], rest) ??
      firstFound(GENRE_NAMES, (name) => GENRE_HINTS[name], rest),
    feeling: firstFound(Object.keys(FEELING_WORDS) as Feeling[], (name) => FEELING_WORDS[name], rest),
    pace:
      findPlace(FAST_WORDS, rest) !== null ? 'fast' : findPlace(SLOW_WORDS, rest) !== null ? 'slow' : null,
    bpm,
    key: findKey(prompt),
    instruments: readInstruments(rest),
    kit: KIT_WORDS.find(([, words]) => findPlace(words, rest) !== null)?.[0] ?? null,
    without: /\bdrumless\b/u.test(rest) ? [...without, 'drums'] : without,
    isSolo: /\b(?:solo|unaccompanied|alone|a cappella|acapella)\b/u.test(rest),
  }
}

function readBpm(text: string): number | null {
  const [, number] = /\b(\d{2,3})\s*-?\s*(?:bpm|beats per minute)\b/u.exec(text) ?? []
  const bpm = Number(number)
  return bpm >= SLOWEST_BPM && bpm <= FASTEST_BPM ? bpm : null
}

/** Cuts what is not wished for out of the text, so that the instruments in it do not count as wished for. */
function takeNegations(text: string): {
  readonly rest: string
  readonly without: readonly (PartWord | InstrumentName)[]
} {
  const without = new Set<PartWord | InstrumentName>()
  const rest = text.replaceAll(NEGATION, (whole: string, list: string) => {
    const kept: string[] = []
    let goesOn = true
    for (const [index, item] of list.trim().split(ANOTHER).entries()) {
      const words = item.split(' ')
      const named: readonly (PartWord | InstrumentName)[] =
        goesOn && (index === 0 || words.length <= 2) ? partsNamed(words.slice(0, 3)) : []
      for (const part of named) without.add(part)
      goesOn = named.length > 0
      kept.push(goesOn ? words.slice(3).join(' ') : item)
    }
    return kept.join(' ') === list.trim() ? whole : ` ${kept.join(' and ')} `
  })
  return { rest, without: [...without] }
}

function partsNamed(words: readonly string[]): readonly (PartWord | InstrumentName)[] {
  const text = ` ${words.join(' ')} `
  const parts = (Object.keys(PART_WORDS) as PartWord[]).filter(
    (part) => findPlace(PART_WORDS[part], text) !== null,
  )
  return [...parts, ...readInstruments(text)]
}

function readInstruments(text: string): readonly InstrumentName[] {
  let left = text
  const places: { readonly name: InstrumentName; readonly at: number }[] = []
  for (const [name, words] of INSTRUMENT_WORDS) {
    const found = findPlace(words, left)
    if (found === null) continue
    places.push({ name, at: found.at })
    left = left.slice(0, found.at) + '_'.repeat(found.length) + left.slice(found.at + found.length)
  }
  return places.toSorted((a, b) => a.at - b.at).map(({ name }) => name)
}

/** The name whose words come first in the text. */
function firstFound<Name extends string>(
  names: readonly Name[],
  wordsOf: (name: Name) => string,
  text: string,
): Name | null {
  let best: { readonly name: Name; readonly at: number; readonly length: number } | null = null
  for (const name of names) {
    const found = findPlace(wordsOf(name), text)
    if (found === null) continue
    if (best === null || found.at < best.at || (found.at === best.at && found.length > best.length))
      best = { name, ...found }
  }
  return best?.name ?? null
}

/** Where the first of the comma-separated `phrases` stands as whole words. */
function findPlace(phrases: string, text: string): { readonly at: number; readonly length: number } | null {
  let best: { readonly at: number; readonly length: number } | null = null
  for (const phrase of phrases.split(', ')) {
    for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
      if (isWordPart(text[at - 1]) || isWordPart(text[at + phrase.length])) continue
      if (best === null || at < best.at || (at === best.at && phrase.length > best.length))
        best = { at, length: phrase.length }
      break
    }
  }
  return best
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
