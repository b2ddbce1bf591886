/**
 * Reads what an image can act on out of a prompt: light, weather, land, colours, subjects and how many.
 *
 * Owns the vocabulary. What a word looks like is each style's business; words not known here still move the random choices.
 */
import words from './vocabulary.json' with { type: 'json' }

export type Time = keyof typeof words.time
export type Season = keyof typeof words.season
type Weather = keyof typeof words.weather
type Land = keyof typeof words.land
export type SubjectKind = keyof typeof words.subject
export type ColorName = keyof typeof words.color

function table<T extends string>(entries: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  const meanings = Object.entries<string>(entries) as [T, string][]
  return new Map(meanings.flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning])))
}

const TIME_WORDS = table(words.time)
const SEASON_WORDS = table(words.season)
const WEATHER_WORDS = table(words.weather)
const LAND_WORDS = table(words.land)
const SUBJECT_WORDS = table(words.subject)
const COLOR_WORDS = table(words.color)
const COUNT_WORDS = new Map(Object.entries(words.count))

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
  readonly lands: readonly Land[]
  /** Colour words that belong to no subject, in the prompt's order. */
  readonly colors: readonly ColorName[]
  readonly subjects: readonly Subject[]
}

/** How many words after a count or colour its subject may stand ("two small red foxes"). */
const REACH = 3
const MAX_OF_A_SUBJECT = 24

/** What `prompt` says. The first word of a kind wins, except for lands, colours and subjects, which add up. */
export function readPrompt(prompt: string): Reading {
  const words = Array.from(prompt.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word)
  const all = <T>(table: ReadonlyMap<string, T>): T[] => words.flatMap((word) => lookUp(table, word) ?? [])
  const taken: ColorName[] = []
  const subjects = new Map<SubjectKind, Subject>()
  for (const [index, word] of words.entries()) {
    const kind = lookUp(SUBJECT_WORDS, word)
    if (kind === null || subjects.has(kind)) continue
    const before = words.slice(Math.max(0, index - REACH), index)
    const own = before.slice(before.findLastIndex((each) => lookUp(SUBJECT_WORDS, each) !== null) + 1)
    const color = own.map((each) => COLOR_WORDS.get(each)).findLast((each) => each !== undefined) ?? null
    if (color !== null) taken.push(color)
    const named = own.map((each) => COUNT_WORDS.get(each) ?? Number(each)).findLast((each) => each > 0)
    const isPlural = /(?:s|wolves|geese)$/u.test(word) && !word.endsWith('ss')
    const count = named ?? (isPlural ? (kind === 'bird' ? 7 : 3) : 1)
    subjects.set(kind, { kind, count: Math.min(Math.ceil(count), MAX_OF_A_SUBJECT), color })
  }
  return {
    time: all(TIME_WORDS)[0] ?? null,
    season: all(SEASON_WORDS)[0] ?? null,
    weather: all(WEATHER_WORDS)[0] ?? null,
    lands: all(LAND_WORDS),
    colors: [...new Set(all(COLOR_WORDS))].filter((color) => !taken.includes(color)),
    subjects: [...subjects.values()],
  }
}

export function colorInWord(word: string): ColorName | null {
  return lookUp(COLOR_WORDS, word)
}

function lookUp<T>(table: ReadonlyMap<string, T>, word: string): T | null {
  const forms = [word, word.replace(/s$/u, ''), word.replace(/es$/u, ''), word.replace(/y$/u, '')]
  return forms.map((form) => table.get(form)).find((meaning) => meaning !== undefined) ?? null
}
