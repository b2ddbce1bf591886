/**
 * The characters that names have, as a language sorts them.
 *
 * In the languages that are offered no character is sorted by its neighbours, but for the long vowels of kana and three words of Chinese.
 */
import type { Language } from '#contract/rules/languages.ts'
import { foldText } from './fold.ts'

export const ASCII_COUNT = 0x80
/** Of the letters of ASCII. */
export const FIRST_CODE = 3
const LONG_VOWEL = 'ー'
const VOWELS = ['ア', 'イ', 'ウ', 'エ', 'オ']
/**
 * The only two characters of GB 2312 in a row whose first is sorted by another reading (CLDR 48), found by comparing all; and what stands
 * for both.
 */
const CHINESE_WORDS: Readonly<Record<string, string>> = {
  重庆: '\u{100000}',
  沈阳: '\u{100001}',
  藏文: '\u{100002}',
}
const CHINESE_WORD = new RegExp(Object.keys(CHINESE_WORDS).join('|'), 'gu')

/** What a character is sorted as. */
interface Shape {
  /** Letters of ASCII, and others as `ASCII_COUNT` and their number. None for what has no place in an order. */
  readonly letters: readonly number[]
  /** The number of the character where it differs by an accent from its letters, else 0. */
  readonly accent: number
}

export function createCharacters(language: Language) {
  const letterOrder = new Intl.Collator(language, { sensitivity: 'base' })
  const accentOrder = new Intl.Collator(language, { sensitivity: 'accent' })
  const ascii = createAscii(letterOrder)
  const shapes = new Map<number, Shape>()
  const longVowels = new Map<number, Shape>()
  /** By number. */
  const texts = ['']
  const leads = [0]
  const add = (text: string): number => {
    leads.push(ascii.place(text).code)
    return texts.push(text) - 1
  }
  const addAlone = (text: string): Shape => ({ letters: [ASCII_COUNT + add(text)], accent: 0 })
  const find = (code: number): Shape => {
    const character = String.fromCodePoint(code)
    if (letterOrder.compare(character, '') === 0) return { letters: [], accent: 0 }
    const plain = foldText(character).normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
    const same =
      plain !== character && letterOrder.compare(plain, character) === 0 ? plain : ascii.place(character).same
    if (same === undefined) return addAlone(character)
    return {
      letters: Array.from(same).flatMap((one) => shapeOf(one.codePointAt(0) ?? 0).letters),
      accent: accentOrder.compare(same, character) === 0 ? 0 : add(character),
    }
  }
  const shapeOf = (code: number): Shape => {
    const known = shapes.get(code)
    if (known) return known
    const shape = code < ASCII_COUNT ? { letters: [code], accent: 0 } : find(code)
    shapes.set(code, shape)
    return shape
  }
  /** The length mark is sorted as the vowel that it lengthens, where the language says so. */
  const longVowelAfter = (letter: number): Shape => {
    const known = longVowels.get(letter)
    if (known) return known
    const before = texts[letter - ASCII_COUNT] ?? ''
    const vowel = VOWELS.find((one) => letterOrder.compare(before + one, before + LONG_VOWEL) === 0)
    const shape = shapeOf((vowel ?? LONG_VOWEL).charCodeAt(0))
    longVowels.set(letter, shape)
    return shape
  }
  const words = language === 'zh-Hans' ? CHINESE_WORD : null
  if (words !== null)
    for (const [word, letter] of Object.entries(CHINESE_WORDS))
      shapes.set(letter.codePointAt(0) ?? 0, addAlone(word))
  const comparing =
    ({ compare }: Intl.Collator) =>
    (one: number, other: number): number =>
      one === other ? 0 : compare(texts[one] ?? '', texts[other] ?? '')
  return {
    /** By number: the code before it in a key. */
    leads,
    codes: ascii.codes,
    byLetter: comparing(letterOrder),
    byAccent: comparing(accentOrder),
    /** In the form whose characters have shapes. */
    composed: (name: string): string => {
      const composed = name.normalize('NFKC')
      return words === null ? composed : composed.replace(words, (word) => CHINESE_WORDS[word] ?? word)
    },
    shapeOf: (code: number, before: number): Shape =>
      code === LONG_VOWEL.charCodeAt(0) ? longVowelAfter(before) : shapeOf(code),
    /** By number: the place among letters, and among accents. */
    ranks: (): readonly [letters: Uint32Array, accents: Uint32Array] => {
      const sorted = Array.from(texts.keys()).toSorted(comparing(accentOrder))
      return [ranksBy(sorted, comparing(letterOrder)), ranksBy(sorted, comparing(accentOrder))]
    },
  }
}

/** What is the same has the same rank. */
function ranksBy(sorted: readonly number[], compare: (one: number, other: number) => number): Uint32Array {
  const ranks = new Uint32Array(sorted.length)
  for (const [place, id] of sorted.entries()) {
    const before = sorted[place - 1] ?? 0
    ranks[id] = (ranks[before] ?? 0) + Math.sign(compare(id, before))
  }
  return ranks
}

/** The letters of ASCII: each has an odd code, and what stands between two of them the even one between theirs. */
function createAscii({ compare }: Intl.Collator) {
  const all = Array.from({ length: ASCII_COUNT }, (_, unit) => String.fromCharCode(unit))
  const sorted = all.filter((one) => compare(one, '') !== 0).toSorted(compare)
  const letters = sorted.filter((one, place) => place === 0 || compare(one, sorted[place - 1] ?? '') !== 0)
  /** The letter that a character is sorted as, if any, and the code of both or of the gap that it stands in. */
  const place = (character: string): { readonly same?: string; readonly code: number } => {
    let low = 0
    let high = letters.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(letters[middle] ?? '', character) < 0) low = middle + 1
      else high = middle
    }
    const same = letters[low]
    const code = FIRST_CODE + 2 * low
    return same !== undefined && compare(same, character) === 0 ? { same, code } : { code: code - 1 }
  }
  return {
    place,
    /** By unit; 0 for what is not sorted. */
    codes: Uint8Array.from(all, (one) => (compare(one, '') === 0 ? 0 : place(one).code)),
  }
}
