/**
 * The words that prompts are searched for, in the singular, and what each stands for; they are listed in `vocabulary.json`.
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

export const TIME_WORDS = table(words.time)
export const SEASON_WORDS = table(words.season)
export const WEATHER_WORDS = table(words.weather)
export const MOOD_WORDS = table(words.mood)
export const LAND_WORDS = table(words.land)
export const SUBJECT_WORDS = table(words.subject)
export const COLOR_WORDS = table(words.color)
export const COUNT_WORDS: Readonly<Record<string, number>> = words.count
