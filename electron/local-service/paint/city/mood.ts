/**
 * The colours of a city at night, chosen from the prompt and the seed.
 */
import { mix, oklch, type Rgb } from '../color.ts'
import { namedColor } from '../named-colors.ts'
import { between, pick, type Random } from '../random.ts'
import type { Reading } from '../read-prompt.ts'

/** Where towers meet water, as a share of the height. */
export const SHORE = 0.7

export interface CityMood {
  readonly zenith: Rgb
  readonly glow: Rgb
  readonly accents: readonly [Rgb, ...Rgb[]]
}

/** The mood of `reading`. */
export function chooseCityMood(reading: Reading, random: Random): CityMood {
  const hue = pick(random, [262, 275, 245, 300])
  const named = reading.colors.filter((name) => name !== 'black').map((name) => namedColor(name, 0.1))
  const neon = [
    oklch(0.72, 0.2, 350),
    oklch(0.8, 0.14, 200),
    oklch(0.76, 0.17, 55),
    oklch(0.68, 0.19, 300),
  ] as const
  const [first, ...rest] = named
  const dusk = reading.time === 'dusk' || reading.time === 'golden' || reading.time === 'dawn'
  const glow = dusk
    ? oklch(0.62, 0.16, 40)
    : first !== undefined
      ? mix(first, oklch(0.4, 0.08, hue), 0.45)
      : oklch(0.46, 0.11, hue + between(random, 20, 80))
  return {
    zenith: dusk ? oklch(0.24, 0.08, 285) : oklch(0.135, 0.045, hue),
    glow,
    accents: first === undefined ? neon : [first, ...rest, first],
  }
}
