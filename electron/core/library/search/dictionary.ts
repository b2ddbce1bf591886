/**
 * The dictionary of distinct words, each once per field it occurs in, with a number.
 *
 * All words lie in one array of UTF-16 units, each after the mark of its field. Hundreds of thousands of prompts have so few
 * distinct words that a search can scan them all. Bits for the letters of each word skip those that cannot contain the needle.
 */
import { ensureLength } from './packed-lists.ts'
import { bestPlace, matchAt, scoreOf, toUnits, isLetter, type Field } from './tokenizer.ts'

export interface Dictionary {
  readonly size: number
  /** The number of a word, a new one for a new word. */
  intern(text: string, from: number, to: number, field: Field): number
  /**
   * Finds the words that contain the needle, and writes their scores into `scores`, which is as long as the dictionary.
   *
   * @returns their numbers, ascending, valid until the next call.
   */
  find(needle: string, scores: Uint8Array): Uint32Array
  readonly state: DictionaryState
}

export interface DictionaryState {
  readonly units: Uint16Array<ArrayBuffer>
  /** Where each word starts in `units`, and where the last ends. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** Bits for the units of each word. */
  readonly singles: Uint32Array<ArrayBuffer>
  /** Bits for each pair of adjacent units. The highest says that marks stand before or between the letters. */
  readonly pairs: Uint32Array<ArrayBuffer>
  readonly size: number
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const MIN_PLACES = 1 << 12
const MAX_FILLED = 0.6
const MIXED = 0x8000_0000
const PAIR_BITS = 31

export function createDictionary(saved: DictionaryState = NO_WORDS): Dictionary {
  let { units, starts, singles, pairs, size } = saved
  /** An open hash table of word numbers plus one; made when the first word comes in. */
  let places = new Uint32Array()
  let found: Uint32Array<ArrayBuffer> = new Uint32Array()

  const settle = (id: number): void => {
    const mask = places.length - 1
    let hash = FNV_OFFSET
    const end = starts[id + 1] ?? 0
    for (let at = starts[id] ?? 0; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), FNV_PRIME)
    let place = spread(hash) & mask
    while (places[place] !== 0) place = (place + 1) & mask
    places[place] = id + 1
  }
  const grow = (): void => {
    let count = MIN_PLACES
    while (count * (MAX_FILLED / 2) < size) count *= 2
    places = new Uint32Array(count)
    for (let id = 0; id < size; id++) settle(id)
  }
  const isAt = (id: number, text: string, from: number, to: number, field: Field): boolean => {
    const start = starts[id] ?? 0
    if ((starts[id + 1] ?? 0) - start !== to - from + 1 || units[start] !== field) return false
    for (let at = from; at < to; at++) if (units[start + 1 + at - from] !== text.charCodeAt(at)) return false
    return true
  }
  const append = (text: string, from: number, to: number, field: Field): number => {
    const start = starts[size] ?? 0
    const end = start + 1 + to - from
    units = ensureLength(units, end)
    starts = ensureLength(starts, size + 2)
    singles = ensureLength(singles, size + 1)
    pairs = ensureLength(pairs, size + 1)
    units[start] = field
    for (let at = from; at < to; at++) units[start + 1 + at - from] = text.charCodeAt(at)
    starts[size + 1] = end
    singles[size] = singleBits(units, start + 1, end)
    pairs[size] = pairBits(units, start + 1, end) | (isOfLetters(units, start + 1, end) ? 0 : MIXED)
    return size++
  }

  return {
    get size() {
      return size
    },
    intern: (text, from, to, field) => {
      if (size >= places.length * MAX_FILLED) grow()
      let hash = Math.imul(FNV_OFFSET ^ field, FNV_PRIME)
      for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
      const mask = places.length - 1
      let place = spread(hash) & mask
      for (let id = (places[place] ?? 0) - 1; id >= 0; id = (places[place] ?? 0) - 1) {
        if (isAt(id, text, from, to, field)) return id
        place = (place + 1) & mask
      }
      const id = append(text, from, to, field)
      places[place] = id + 1
      return id
    },
    find: (needle, scores) => {
      const wanted = toUnits(needle)
      const words = { units, starts, singles, pairs, size }
      found = ensureLength(found, size)
      const count =
        wanted.length === 1
          ? findSingle(words, wanted, scores, found)
          : findLonger(words, wanted, scores, found)
      return found.subarray(0, count)
    },
    get state() {
      return { units, starts, singles, pairs, size }
    },
  }
}

const NO_WORDS: DictionaryState = {
  units: new Uint16Array(),
  starts: new Uint32Array(1),
  singles: new Uint32Array(),
  pairs: new Uint32Array(),
  size: 0,
}

/** A letter stands at the beginning of a word without marks, or it does not: nothing has to be looked through. */
function findSingle(
  words: DictionaryState,
  wanted: Uint16Array,
  scores: Uint8Array,
  found: Uint32Array,
): number {
  const { units, starts, singles, pairs, size } = words
  const unit = wanted[0] ?? 0
  const bit = singleBit(unit)
  const isCertain = isOwnBit(unit)
  let count = 0
  for (let id = 0; id < size; id++) {
    if (((singles[id] ?? 0) & bit) === 0) continue
    const start = starts[id] ?? 0
    const end = starts[id + 1] ?? 0
    const at = units[start + 1] === unit ? start + 1 : start + 2
    const score =
      isCertain && ((pairs[id] ?? 0) & MIXED) === 0
        ? scoreOf(matchAt(units, start, end, at, 1), 1, units[start] ?? 0)
        : bestPlace(units, start, end, wanted)
    if (score === 0) continue
    scores[id] = score
    found[count++] = id
  }
  return count
}

function findLonger(
  words: DictionaryState,
  wanted: Uint16Array,
  scores: Uint8Array,
  found: Uint32Array,
): number {
  const { units, starts, singles, pairs, size } = words
  const single = singleBits(wanted, 0, wanted.length)
  const pair = pairBits(wanted, 0, wanted.length)
  let count = 0
  for (let id = 0; id < size; id++) {
    if (((singles[id] ?? 0) & single) !== single || ((pairs[id] ?? 0) & pair) !== pair) continue
    const score = bestPlace(units, starts[id] ?? 0, starts[id + 1] ?? 0, wanted)
    if (score === 0) continue
    scores[id] = score
    found[count++] = id
  }
  return count
}

const LETTER_A = 0x61
const LETTERS = 26
/** What is no letter from a to z shares the bits behind theirs. */
const OTHER_BITS = 6

/** Whether the bit of a unit is of no other. */
function isOwnBit(unit: number): boolean {
  return unit >= LETTER_A && unit < LETTER_A + LETTERS
}

function singleBit(unit: number): number {
  return isOwnBit(unit) ? 1 << (unit - LETTER_A) : 1 << (LETTERS + (unit % OTHER_BITS))
}

function singleBits(units: Uint16Array, from: number, to: number): number {
  let bits = 0
  for (let at = from; at < to; at++) bits |= singleBit(units[at] ?? 0)
  return bits
}

function pairBits(units: Uint16Array, from: number, to: number): number {
  let bits = 0
  for (let at = from + 1; at < to; at++) {
    const pair = Math.imul((units[at - 1] ?? 0) * 0x101 + (units[at] ?? 0), 0x9e3779b1) >>> 8
    bits |= 1 << (pair % PAIR_BITS)
  }
  return bits
}

/** Whether marks stand only behind the letters, as a comma does. */
function isOfLetters(units: Uint16Array, from: number, to: number): boolean {
  let end = to
  while (end > from && !isLetter(units[end - 1] ?? 0)) end--
  for (let at = from; at < end; at++) if (!isLetter(units[at] ?? 0)) return false
  return end > from
}

/** FNV leaves the lower bits of short words alike. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
