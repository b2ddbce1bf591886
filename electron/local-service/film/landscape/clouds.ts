/**
 * How clouds travel: low ones faster than high ones, all with the wind.
 */
import type { Survey } from './survey.ts'

/** Shares of the shorter side a second, in a breeze. */
const SPEEDS = { clouds: 0.03, highClouds: 0.012 } as const

/** How far the clouds go in the whole film, in pixels. */
export function cloudTravel({ request, wind }: Survey, name: keyof typeof SPEEDS): number {
  return Math.ceil(SPEEDS[name] * wind * Math.min(request.width, request.height) * request.duration)
}

/** Where the plate's left edge is at `seconds`, in pixels from the painting's: the plate is wider by the whole way. */
export function cloudOffset(survey: Survey, name: keyof typeof SPEEDS, seconds: number): number {
  const gone = cloudTravel(survey, name) * (seconds / survey.request.duration)
  return survey.toward === 1 ? gone - cloudTravel(survey, name) : -gone
}
