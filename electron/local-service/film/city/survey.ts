/**
 * Looks over a city before it is painted.
 *
 * Every thread surveys for itself; the same request gives the same city.
 */
import { chooseCityMood, SHORE, type CityMood } from '../../paint/city/mood.ts'
import { createNoise, type Noise } from '../../paint/noise.ts'
import { createRandom, type Random } from '../../paint/random.ts'
import { readPrompt, type Reading } from '../../paint/read-prompt.ts'
import { moveInWords, type CameraMove } from '../camera.ts'
import { overscan, type FilmRequest } from '../stage.ts'

export interface CitySurvey {
  readonly request: FilmRequest
  readonly reading: Reading
  readonly mood: CityMood
  readonly noise: Noise
  readonly move: CameraMove
  /** The whole painting, in pixels. */
  readonly width: number
  readonly height: number
  readonly margin: { readonly x: number; readonly y: number }
  /** The row of the painting where towers meet the water. */
  readonly shore: number
  randomFor(part: string): Random
}

/** Rows of towers, each a plate of its own. */
export const ROWS = 5

/** The city of `request`. */
export function surveyCity(request: FilmRequest): CitySurvey {
  const { prompt, seed, camera } = request
  const randomFor = (part: string): Random => createRandom(`film city ${part} ${prompt}`, seed)
  const random = randomFor('mood')
  const choice = random()
  const fallback = choice < 0.45 ? 'push in' : choice < 0.75 ? 'pan right' : 'orbit'
  const move = camera ?? moveInWords(prompt) ?? fallback
  const margin = overscan(request, move)
  const height = request.height + 2 * margin.y
  const reading = readPrompt(prompt)
  return {
    request,
    reading,
    mood: chooseCityMood(reading, random),
    noise: createNoise(random),
    move,
    width: request.width + 2 * margin.x,
    height,
    margin,
    shore: SHORE * height,
    randomFor,
  }
}

/** How far away a row of towers is; 0 is the farthest. */
export function distanceOfRow(row: number): number {
  return [16, 10.5, 7, 4.8, 3.3][row] ?? 3.3
}
