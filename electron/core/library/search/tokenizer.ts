/**
 * Splits folded texts into words, so that every possible hit of a search lies within one of them.
 *
 * A word ends at a space, and after commas and the like even without a space, since prompts are often tags between commas.
 * A part with letters of a script without spaces is running text: it is searched as a whole, and its letters of other scripts
 * count as words too.
 */

/**
 * Where a word stands in an asset: what the user calls it (title, tags), the prompt, what it was made with (model, provider,
 * scene), what the file is (kind, extension, size). The numbers are smaller than every character that a word can hold.
 */
export const FIELDS = { label: 1, prompt: 2, origin: 3, file: 4 } as const
export type Field = (typeof FIELDS)[keyof typeof FIELDS]

interface TokenSink {
  /** The UTF-16 units `from` to before `to` of the text are a word. */
  word(text: string, from: number, to: number): void
  /** They are running text. */
  running(text: string, from: number, to: number): void
}

const SPACE = 32
/** Comma, semicolon, bar, ideographic comma and full stop. Their full-width forms are folded into them. */
const LIST_MARKS = new Set([0x2c, 0x3b, 0x7c, 0x3001, 0x3002])
const RARE_SPACES = new Set([0x7f, 0x85, 0xa0, 0x1680, 0x2028, 0x2029])

/** Emits every word of a folded text. */
export function tokenize(text: string, sink: TokenSink): void {
  const { length } = text
  let at = 0
  while (at < length) {
    if (isSpace(text.charCodeAt(at))) {
      at++
      continue
    }
    const from = at
    at = endOfPart(text, from)
    emitTokens(text, from, at, sink)
  }
}

/** What a search asks for, each once: runs of characters that must occur in the asset. */
interface Wanted {
  readonly terms: readonly string[]
  /** What stands between quotes, where it is more than one of the terms. Words in it are one space apart. */
  readonly phrases: readonly string[]
}

/** Quotes begin where a word does: the mark behind 12" is a character. Where none closes them, all that follows is meant. */
const QUOTED = /(^|[\s,;|\u3001\u3002])"([^"]*)(?:"|$)/gu

export function parseSearch(foldedText: string): Wanted {
  const quoted: string[] = []
  const unquoted = foldedText.replace(QUOTED, (_, before: string, phrase: string) => {
    quoted.push(phrase.trim().replace(/\s+/gu, ' '))
    return `${before}${phrase} `
  })
  const terms = parseTerms(unquoted)
  const phrases = new Set(quoted.filter((phrase) => phrase !== '' && !terms.includes(phrase)))
  return { terms: terms.length > 0 ? terms : parseTerms(foldedText), phrases: [...phrases] }
}

/** What parts words in a text parts them here too, where it is not all that is asked for. */
function parseTerms(foldedText: string): readonly string[] {
  const words = splitAt(foldedText, (unit) => isSpace(unit) || LIST_MARKS.has(unit))
  return [...new Set(words.length > 0 ? words : splitAt(foldedText, isSpace))]
}

function splitAt(text: string, isBetween: (unit: number) => boolean): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isBetween(text.charCodeAt(at))) continue
    if (at > from) parts.push(text.slice(from, at))
    from = at + 1
  }
  return parts
}

/** Whether a text holds a character of running text. */
export function isRunning(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isUnspaced(text.charCodeAt(at))) return true
  return false
}

/** Whether a unit belongs to a word as people see it: a letter or a digit, not a mark between them. */
export function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a)
  return !(unit >= 0x2000 && unit <= 0x2bff) && !(unit >= 0x3000 && unit <= 0x303f) && unit > 0xbf
}

function endOfPart(text: string, from: number): number {
  let at = from
  while (at < text.length && !isSpace(text.charCodeAt(at))) {
    const isMark = LIST_MARKS.has(text.charCodeAt(at))
    at++
    if (isMark && !(at < text.length && LIST_MARKS.has(text.charCodeAt(at)))) return at
  }
  return at
}

function emitTokens(text: string, from: number, to: number, sink: TokenSink): void {
  let start = from
  let running = false
  for (let at = from; at < to; at++) {
    if (!isUnspaced(text.charCodeAt(at))) continue
    running = true
    if (at > start) sink.word(text, start, at)
    start = at + 1
  }
  if (to > start) sink.word(text, start, to)
  if (running) sink.running(text, from, to)
}

function isSpace(unit: number): boolean {
  return unit <= SPACE || RARE_SPACES.has(unit)
}

/**
 * Scripts without spaces between words: Thai, Lao, Tibetan, Burmese, Khmer, kana, bopomofo and ideographs; and everything
 * beyond the basic plane, where the rarer ideographs and emoji are.
 */
function isUnspaced(unit: number): boolean {
  if (unit < 0x0e00) return false
  return (
    unit <= 0x109f ||
    (unit >= 0x1780 && unit <= 0x17ff) ||
    (unit >= 0x2e80 && unit <= 0x2fdf) ||
    (unit >= 0x3005 && unit <= 0x3007) ||
    (unit >= 0x3040 && unit <= 0x312f) ||
    (unit >= 0x31a0 && unit <= 0x9fff) ||
    (unit >= 0xd800 && unit <= 0xdfff) ||
    (unit >= 0xf900 && unit <= 0xfaff)
  )
}

const FIELD_COUNT = 4
const INSIDE = 0
const BEGINNING = 1
const WHOLE = 2
const BEST_SCORE = WHOLE * FIELD_COUNT + FIELD_COUNT
/** An "x" is not meant to find every image of 1024x1024 pixels, nor a "p" every png. */
const MIN_OF_FILE = 3

/**
 * The best occurrence of `wanted` in the units from `start` to before `end`, 0 for none.
 *
 * A unit that is the number of a field says where what follows stands. A whole word in the prompt scores higher than the
 * beginning of one in the title. At the same kind, title and tags come first, then the prompt, then model, provider and scene.
 * The file field counts only from the beginning of a word and from three characters on.
 */
export function bestPlace(units: Uint16Array, start: number, end: number, wanted: Uint16Array): number {
  const first = wanted[0] ?? 0
  const { length } = wanted
  const last = end - length
  let best = 0
  let field: number = FIELDS.file
  for (let at = start; at <= last; at++) {
    const unit = units[at] ?? 0
    if (unit <= FIELD_COUNT) field = unit
    if (unit !== first) continue
    let same = 1
    while (same < length && units[at + same] === wanted[same]) same++
    if (same < length) continue
    best = Math.max(best, scoreOf(matchAt(units, start, end, at, length), length, field))
    if (best === BEST_SCORE) break
  }
  return best
}

/** What of a word `length` units at `at` are, among the units from `start` to before `end`: WHOLE, BEGINNING or INSIDE. */
export function matchAt(units: Uint16Array, start: number, end: number, at: number, length: number): number {
  if (at !== start && isLetter(units[at - 1] ?? 0)) return INSIDE
  return at + length >= end || !isLetter(units[at + length] ?? 0) ? WHOLE : BEGINNING
}

/** The score of such a match in a field, 0 where it does not count. */
export function scoreOf(match: number, length: number, field: number): number {
  if (field === FIELDS.file && (match === INSIDE || length < MIN_OF_FILE)) return 0
  return match * FIELD_COUNT + FIELD_COUNT + 1 - field
}

export function toUnits(text: string): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}
