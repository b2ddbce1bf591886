/** Scores occurrences of a search term: a whole word over its beginning over its inside. */
import { FIELDS, isLetter } from './tokenizer.ts'

const FIELD_COUNT = 4
const INSIDE = 0
const BEGINNING = 1
const WHOLE = 2
/** The highest score. */
const BEST_SCORE = WHOLE * FIELD_COUNT + FIELD_COUNT
/** An "x" is not meant to find every image of 1024x1024 pixels, nor a "p" every png. */
const SHORTEST_OF_FILE = 3

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
    best = Math.max(best, placeScore(units, start, end, at, length, field))
    if (best === BEST_SCORE) break
  }
  return best
}

/** The score of an occurrence at `at` among the units from `start` to before `end`, 0 where it does not count. */
export function placeScore(
  units: Uint16Array,
  start: number,
  end: number,
  at: number,
  length: number,
  field: number,
): number {
  const begins = at === start || !isLetter(units[at - 1] ?? 0)
  if (field === FIELDS.file && (!begins || length < SHORTEST_OF_FILE)) return 0
  const ends = at + length >= end || !isLetter(units[at + length] ?? 0)
  const kind = begins ? (ends ? WHOLE : BEGINNING) : INSIDE
  return kind * FIELD_COUNT + FIELD_COUNT + 1 - field
}

/** The UTF-16 units of a text. */
export function toUnits(text: string): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}
