/**
 * Reads what an image can act on out of a prompt: light, weather, land, colours, subjects and how many.
 *
 * Owns the vocabulary. What a word looks like is each style's business; words not known here still move the random choices.
 */
import words from './vocabulary.json' with { type: 'json' }

export type Time = keyof typeof words.time
export type Season = keyof typeof words.season
export type Weather = keyof typeof words.weather
export type Mood = keyof typeof words.mood
export type Land = keyof typeof words.land
export type SubjectKind = keyof typeof words.subject
export type ColorName = keyof typeof words.color

function table<T extends string>(entries: Readonly<Record<T, string>>): Readonly<Record<string, T>> {
  const result: Record<string, T> = {}
  for (const meaning of Object.keys(entries) as T[]) {
    for (const word of entries[meaning].split(' ')) result[word] = meaning
  }
  return result
}

const TIME_WORDS = table(words.time)
const SEASON_WORDS = table(words.season)
const WEATHER_WORDS = table(words.weather)
const MOOD_WORDS = table(words.mood)
const LAND_WORDS = table(words.land)
const SUBJECT_WORDS = table(words.subject)
export const COLOR_WORDS = table(words.color)
const COUNT_WORDS: Readonly<Record<string, number>> = words.count

export interface Subject {
  readonly kind: SubjectKind
  readonly count: number
  /** The colour word right before it, if any. */
  readonly color: ColorName | null
}

export interface Reading {
  readonly time: Time | null
  readonly season: Season | null
  readonly weather: Weather | null
  readonly mood: Mood | null
  readonly lands: readonly Land[]
  /** Colour words that belong to no subject, in the prompt's order. */
  readonly colors: readonly ColorName[]
  readonly subjects: readonly Subject[]
}

/** How many words after a count or colour its subject may stand ("two small red foxes"). */
const REACH = 3
const MOST_OF_A_SUBJECT = 24

/** What `prompt` says. The first word of a kind wins, except for lands, colours and subjects, which add up. */
export function readPrompt(prompt: string): Reading {
  const words = Array.from(prompt.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word)
  const first = <T>(table: Readonly<Record<string, T>>): T | null =>
    words.map((word) => lookUp(table, word)).find((value) => value !== null) ?? null
  const taken = new Set<number>()
  const subjects = new Map<SubjectKind, Subject>()
  for (const [index, word] of words.entries()) {
    const kind = lookUp(SUBJECT_WORDS, word)
    if (kind === null) continue
    const colorAt = findBefore(words, index, COLOR_WORDS)
    if (colorAt !== null) taken.add(colorAt)
    const color = colorAt === null ? null : lookUp(COLOR_WORDS, words[colorAt] ?? '')
    const count = countBefore(words, index) ?? (isPlural(word) ? (kind === 'bird' ? 7 : 3) : 1)
    if (!subjects.has(kind)) subjects.set(kind, { kind, count: Math.min(count, MOST_OF_A_SUBJECT), color })
  }
  const colors = words.flatMap((word, index) => {
    const color = taken.has(index) ? null : lookUp(COLOR_WORDS, word)
    return color === null ? [] : [color]
  })
  return {
    time: first(TIME_WORDS),
    season: first(SEASON_WORDS),
    weather: first(WEATHER_WORDS),
    mood: first(MOOD_WORDS),
    lands: unique(words.map((word) => lookUp(LAND_WORDS, word))),
    colors: unique(colors),
    subjects: [...subjects.values()],
  }
}

/** Finds a word, or its singular, in a table. */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | null {
  const forms = [word, word.replace(/s$/u, ''), word.replace(/es$/u, ''), word.replace(/y$/u, '')]
  const form = forms.find((candidate) => Object.hasOwn(table, candidate))
  return form === undefined ? null : (table[form] ?? null)
}

function findBefore(
  words: readonly string[],
  index: number,
  table: Readonly<Record<string, unknown>>,
): number | null {
  for (let at = index - 1; at >= Math.max(0, index - REACH); at -= 1) {
    const word = words[at] ?? ''
    if (Object.hasOwn(table, word)) return at
    if (lookUp(SUBJECT_WORDS, word) !== null) return null
  }
  return null
}

function countBefore(words: readonly string[], index: number): number | null {
  const at = findBefore(words, index, COUNT_WORDS)
  if (at !== null) return COUNT_WORDS[words[at] ?? ''] ?? null
  const digits = words.slice(Math.max(0, index - REACH), index).find((word) => /^[1-9]\d?$/u.test(word))
  return digits === undefined ? null : Number(digits)
}

function isPlural(word: string): boolean {
  return /(?:s|wolves|geese)$/u.test(word) && !word.endsWith('ss')
}

function unique<T>(values: readonly (T | null)[]): readonly T[] {
  return [...new Set(values)].filter((value) => value !== null)
}
