/**
 * Chooses what is heard in a film from what is seen in it.
 */
import type { Random } from '../../paint/random.ts'
import { readPrompt } from '../../paint/read-prompt.ts'
import type { ProductionName } from '../film-job.ts'
import type { FilmRequest } from '../stage.ts'
import { surveyLandscape } from '../landscape/survey.ts'
import { flashTimes } from '../weather/weather.ts'
import { bells, birds, chord, crickets, town } from './living-sounds.ts'
import { rain, thunder, waves, wind } from './weather-sounds.ts'

/** Both sides, about -1 to 1; as long as the film. */
export interface Track {
  readonly left: Float32Array
  readonly right: Float32Array
}

/** Adds one sound to a track. The same generator gives the same sound. */
export type Player = (track: Track, random: Random) => void

/** What is heard in the film of `request`. */
export function chooseSounds(production: ProductionName, request: FilmRequest): readonly Player[] {
  switch (production) {
    case 'landscape':
      return landscapeSounds(request)
    case 'city':
      return [town, ...weatherWords(request.prompt), chord('dark', 0.55)]
    case 'flow':
      return [chord('open', 1.3), wind(0.4)]
    case 'glass':
      return [chord('bright', 1), bells]
    case 'poster':
      return [chord('bright', 0.9), bells, ...weatherWords(request.prompt)]
    case 'ink':
      return [wind(0.6), chord('open', 0.6), bells, ...weatherWords(request.prompt)]
    case 'picture':
      return [...placeWords(request.prompt), ...weatherWords(request.prompt), chord('open', 0.5)]
  }
}

function landscapeSounds(request: FilmRequest): readonly Player[] {
  const survey = surveyLandscape(request)
  const { setting, stormy, reading } = survey
  const players: Player[] = [wind(survey.wind * (setting.desert || setting.snowy ? 1.2 : 0.7))]
  if (setting.water) players.push(waves(stormy ? 1.6 : reading.lands.includes('mountain') ? 0.45 : 0.8))
  if (setting.weather === 'rain') players.push(rain(stormy ? 1.7 : 1))
  if (stormy && setting.weather === 'rain') players.push(thunder(flashTimes(survey.randomFor('weather'))))
  const quiet = setting.weather === 'rain' || setting.snowy || setting.desert
  const late = setting.time === 'night' || setting.time === 'dusk'
  if (!quiet && !late) players.push(birds(setting.time === 'dawn' ? 1.3 : 0.8))
  if (!quiet && late && setting.season !== 'autumn') players.push(crickets)
  players.push(chord(reading.mood === 'dramatic' || stormy ? 'dark' : late ? 'open' : 'bright', 0.45))
  return players
}

function weatherWords(prompt: string): readonly Player[] {
  const { weather } = readPrompt(prompt)
  const stormy = /\b(?:storm\w*|thunder\w*)\b/iu.test(prompt)
  if (weather === 'rain') return [rain(stormy ? 1.6 : 1)]
  return weather === 'snow' || weather === 'fog' ? [wind(0.6)] : []
}

function placeWords(prompt: string): readonly Player[] {
  const { lands, time, subjects } = readPrompt(prompt)
  const players: Player[] = []
  if (lands.includes('city')) players.push(town)
  if (lands.includes('sea')) players.push(waves(0.8))
  const green =
    lands.includes('forest') || lands.includes('meadow') || subjects.some(({ kind }) => kind === 'bird')
  if (green) players.push(time === 'night' ? crickets : birds(1))
  return players.length === 0 ? [wind(0.7)] : players
}
