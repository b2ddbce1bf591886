/**
 * Decides what a landscape is like: everything the prompt leaves open is chosen from the seed.
 */
import type { Reading } from '../read-prompt.ts'
import { between, pick, type Random } from '../random.ts'
import type { Season, Time, Weather } from '../vocabulary.ts'

export interface Setting {
  readonly time: Time
  readonly season: Season
  readonly weather: Weather
  /** Snow lies on the ground. */
  readonly snowy: boolean
  readonly mountains: boolean
  readonly water: boolean
  readonly city: boolean
  readonly desert: boolean
  /** 0 (none) to 1 (a forest). */
  readonly trees: number
  /** Where sky meets land, as a share of the height. */
  readonly horizon: number
  /** Where the sun or moon stands, as shares of width and height. */
  readonly sunX: number
  readonly sunY: number
}

/** The setting of `reading`. */
export function chooseSetting(reading: Reading, random: Random): Setting {
  const has = (land: Reading['lands'][number]): boolean => reading.lands.includes(land)
  const subject = (kind: string): boolean => reading.subjects.some((entry) => entry.kind === kind)
  const anyLand = reading.lands.length > 0
  const winter = reading.season === 'winter' || reading.weather === 'snow'
  const time = reading.time ?? (subject('moon') || subject('star') ? 'night' : chooseTime(reading, random))
  const season = reading.season ?? (winter ? 'winter' : pick<Season>(random, ['spring', 'summer', 'autumn']))
  const desert = has('desert')
  const water =
    has('sea') ||
    (has('city') && !has('meadow')) ||
    subject('boat') ||
    (!anyLand && !winter && random() < 0.35)
  const animal = ['fox', 'wolf', 'cat', 'deer'].some(subject)
  const sunY = { dawn: 0.4, day: 0.2, golden: 0.34, dusk: 0.43, night: 0.22 }[time]
  const horizon = between(random, 0.46, 0.54) - (animal ? 0.04 : 0)
  return {
    time,
    season,
    weather:
      reading.weather ??
      (winter && random() < 0.6 ? 'snow' : pick<Weather>(random, ['clear', 'clear', 'cloudy'])),
    snowy: winter,
    mountains: has('mountain') || (!desert && !has('city') && random() < (anyLand ? 0.3 : 0.65)),
    water,
    city: has('city'),
    desert,
    trees: has('forest') ? 1 : desert ? 0 : has('meadow') || has('city') ? 0.25 : between(random, 0.35, 0.7),
    horizon,
    sunX: random() < 0.5 ? between(random, 0.18, 0.38) : between(random, 0.62, 0.82),
    sunY: Math.min(sunY, horizon - 0.07) + between(random, -0.03, 0.03),
  }
}

function chooseTime(reading: Reading, random: Random): Time {
  if (reading.mood === 'dramatic') return pick<Time>(random, ['dusk', 'dusk', 'night'])
  if (reading.weather === 'clear') return 'day'
  if (reading.weather === 'rain') return pick<Time>(random, ['day', 'dusk'])
  return pick<Time>(random, ['dawn', 'day', 'golden', 'golden', 'dusk'])
}
