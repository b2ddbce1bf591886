/**
 * Bytes for names, which sort as a language sorts the names: by letters, whatever their case and accents, a run of digits as the number
 * that it is; what is the same by accents.
 *
 * A million names are compared some 20 million times, which would take `Intl.Collator` half a minute: it is asked about their characters,
 * of which there are few.
 *
 * In a key an odd byte is a letter of ASCII or part of a number. An even byte says between which letters of ASCII another character
 * stands, whose number follows. The numbers become ranks once all characters are known.
 */
import type { Language } from '#contract/rules/languages.ts'
import { ASCII_COUNT, createCharacters, FIRST_CODE } from './name-characters.ts'

export type NameKeys = ReturnType<typeof createNameKeys>

/** As many letters of a name are sorted by; names have at most 60 characters. */
const MAX_LETTERS = 240
/** More than any character is made of. */
const SPARE_LETTERS = 20
/** A letter and its accent take four bytes each. */
export const MAX_KEY_BYTES = 2_048

/** Stands for none, and before all of them. */
const NO_ACCENT = 1
const ACCENT = 2
const ID_BYTES = 3
const [ZERO, NINE] = [0x30, 0x39]
const MAX_DIGITS = 100

export function createNameKeys(language: Language) {
  const characters = createCharacters(language)
  const { codes, leads } = characters
  const name = createName(characters)
  const { letters, accents } = name
  return {
    /** Writes the key of a name, of at most `MAX_KEY_BYTES`. @returns where it ends: where it begins, for a name of nothing. */
    write: (text: string, bytes: Uint8Array, from: number): number => {
      name.read(text.trim())
      const { count } = name
      let at = from
      for (let place = 0; place < count; place++) {
        const letter = letters[place] ?? 0
        if (letter >= ASCII_COUNT) {
          const id = letter - ASCII_COUNT
          bytes[at++] = leads[id] ?? 0
          at = writeId(id, bytes, at)
        } else if (letter >= ZERO && letter <= NINE) {
          // The longer number is the larger one.
          const { first, last } = name.numberAt(place)
          const end = Math.min(last, first + MAX_DIGITS)
          bytes[at++] = codes[ZERO] ?? 0
          bytes[at++] = FIRST_CODE + 2 * (end - first)
          for (let digit = first; digit <= end; digit++)
            bytes[at++] = FIRST_CODE + 2 * ((letters[digit] ?? 0) - ZERO)
          place = last
        } else {
          const code = codes[letter] ?? 0
          if (code !== 0) bytes[at++] = code
        }
      }
      if (!name.hasAccents) return at
      bytes[at++] = NO_ACCENT
      for (let place = 0; place < count; place++) {
        const id = accents[place] ?? 0
        bytes[at++] = id === 0 ? NO_ACCENT : ACCENT
        if (id !== 0) at = writeId(id, bytes, at)
      }
      return at
    },
    /** Returns what puts ranks into a key, once no further name will be written. */
    ranking: (): ((bytes: Uint8Array, from: number, to: number) => void) => {
      const [letterRanks, accentRanks] = characters.ranks()
      return (bytes, from, to) => {
        let ranks = letterRanks
        for (let at = from; at < to; at++) {
          const code = bytes[at] ?? 0
          if (code === NO_ACCENT) ranks = accentRanks
          if (code % 2 === 0) at = writeId(ranks[readId(bytes, at + 1)] ?? 0, bytes, at + 1) - 1
        }
      }
    },
    /** Compares keys without ranks as they sort with ranks. */
    compare: (one: Uint8Array, other: Uint8Array): number => {
      let compare = characters.byLetter
      const length = Math.min(one.length, other.length)
      for (let at = 0; at < length; at++) {
        const [code = 0, otherCode = 0] = [one[at], other[at]]
        if (code !== otherCode) return code - otherCode
        if (code === NO_ACCENT) compare = characters.byAccent
        if (code % 2 === 1) continue
        const order = compare(readId(one, at + 1), readId(other, at + 1))
        if (order !== 0) return order
        at += ID_BYTES
      }
      return one.length - other.length
    },
  }
}

/** The name that was read last, in memory that serves for all. */
function createName(characters: ReturnType<typeof createCharacters>) {
  const letters = new Int32Array(MAX_LETTERS)
  const accents = new Int32Array(MAX_LETTERS)
  const readAny = (text: string): void => {
    let count = 0
    for (let place = 0; place < text.length && count < MAX_LETTERS - SPARE_LETTERS; place++) {
      const code = text.codePointAt(place) ?? 0
      if (code > 0xff_ff) place++
      const shape = characters.shapeOf(code, letters[count - 1] ?? 0)
      name.hasAccents ||= shape.accent !== 0
      accents.fill(0, count, count + shape.letters.length)
      accents[count] = shape.accent
      for (const letter of shape.letters) letters[count++] = letter
    }
    name.count = count
  }
  const isDigit = (place: number): boolean =>
    place < name.count && (letters[place] ?? 0) >= ZERO && (letters[place] ?? 0) <= NINE
  const name = {
    letters,
    /** As `Shape.accent`, where there are any. */
    accents,
    count: 0,
    hasAccents: false,
    read: (text: string): void => {
      name.hasAccents = false
      const length = Math.min(text.length, MAX_LETTERS)
      for (let place = 0; place < length; place++) {
        const unit = text.charCodeAt(place)
        if (unit >= ASCII_COUNT) return readAny(characters.composed(text))
        letters[place] = unit
      }
      name.count = length
    },
    /** The places of the first and the last digit, without zeros in front. */
    numberAt: (from: number): { readonly first: number; readonly last: number } => {
      let last = from
      while (isDigit(last + 1)) last++
      let first = from
      while (first < last && letters[first] === ZERO) first++
      return { first, last }
    },
  }
  return name
}

function writeId(id: number, bytes: Uint8Array, at: number): number {
  bytes[at] = id >>> 16
  bytes[at + 1] = id >>> 8
  bytes[at + 2] = id
  return at + ID_BYTES
}

function readId(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}
