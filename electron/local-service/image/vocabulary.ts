/**
 * The words that prompts are searched for, in the singular, and what each stands for.
 */

export type Time = 'dawn' | 'day' | 'golden' | 'dusk' | 'night'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Weather = 'clear' | 'cloudy' | 'fog' | 'rain' | 'snow'
export type Mood = 'calm' | 'dramatic' | 'vivid'
export type Land = 'mountain' | 'sea' | 'forest' | 'city' | 'desert' | 'meadow'
export type SubjectKind =
  | 'fox'
  | 'wolf'
  | 'cat'
  | 'deer'
  | 'bird'
  | 'boat'
  | 'house'
  | 'lighthouse'
  | 'tree'
  | 'balloon'
  | 'moon'
  | 'sun'
  | 'star'
export type ColorName =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'gold'
  | 'green'
  | 'teal'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'black'
  | 'white'
  | 'gray'

function table<T extends string>(entries: Readonly<Record<T, string>>): Readonly<Record<string, T>> {
  const result: Record<string, T> = {}
  for (const meaning of Object.keys(entries) as T[]) {
    for (const word of entries[meaning].split(' ')) result[word] = meaning
  }
  return result
}

export const TIME_WORDS = table<Time>({
  dawn: 'dawn sunrise morning daybreak',
  day: 'day noon midday daylight afternoon',
  golden: 'golden sunlit',
  dusk: 'dusk sunset evening twilight',
  night: 'night midnight nocturnal moonlight moonlit starry',
})
export const SEASON_WORDS = table<Season>({
  spring: 'spring blossom bloom',
  summer: 'summer',
  autumn: 'autumn autumnal fall',
  winter: 'winter wintry frozen ice icy frost frosty',
})
export const WEATHER_WORDS = table<Weather>({
  clear: 'clear sunny bright',
  cloudy: 'cloud cloudy overcast',
  fog: 'fog foggy mist misty haze hazy',
  rain: 'rain rainy storm stormy wet drizzle thunder',
  snow: 'snow snowy blizzard snowfall snowstorm',
})
export const MOOD_WORDS = table<Mood>({
  calm: 'calm quiet peaceful serene soft gentle pastel dreamy tranquil minimal muted',
  dramatic: 'dramatic dark moody gloomy epic ominous lonely',
  vivid: 'vivid vibrant joyful happy bold colorful colourful bright neon playful',
})
export const LAND_WORDS = table<Land>({
  mountain: 'mountain peak alp alpine cliff summit hill',
  sea: 'sea ocean lake river water beach coast shore harbor harbour island bay wave',
  forest: 'forest wood woodland pine jungle grove',
  city: 'city town skyline street downtown urban skyscraper',
  desert: 'desert dune sand canyon',
  meadow: 'meadow field grass prairie valley flower garden countryside',
})
export const SUBJECT_WORDS = table<SubjectKind>({
  fox: 'fox vixen',
  wolf: 'wolf wolves dog hound coyote',
  cat: 'cat kitten',
  deer: 'deer stag doe elk reindeer moose',
  bird: 'bird gull seagull swallow crow raven goose geese eagle flock crane',
  boat: 'boat sailboat ship sail yacht',
  lighthouse: 'lighthouse',
  house: 'house cottage cabin hut barn farmhouse home',
  tree: 'tree oak maple birch',
  balloon: 'balloon',
  moon: 'moon',
  sun: 'sun',
  star: 'star',
})
export const COLOR_WORDS = table<ColorName>({
  red: 'red crimson scarlet ruby vermilion',
  orange: 'orange amber rust copper',
  yellow: 'yellow lemon',
  gold: 'gold golden ochre',
  green: 'green emerald olive',
  teal: 'teal turquoise cyan aqua',
  blue: 'blue navy azure cobalt indigo',
  purple: 'purple violet lavender lilac',
  pink: 'pink rose magenta coral',
  brown: 'brown sepia chestnut',
  black: 'black ebony',
  white: 'white ivory',
  gray: 'gray grey silver',
})
export const COUNT_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  lone: 1,
  two: 2,
  pair: 2,
  couple: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  dozen: 12,
  many: 9,
  several: 5,
  flock: 11,
}
