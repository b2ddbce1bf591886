/** The five distributions of durations that the poll scheduler is measured by: how to draw from them, and their truth. */
import type { Random } from '#core/ports/clock.ts'
import { exponential, normal } from '#test/stand-ins/seeded-random.ts'

export interface TrueDurations {
  readonly name: string
  /** Whether the figure against the bound is promised for it. */
  readonly concentrated: boolean
  /** Seconds. */
  draw(random: Random): number
  /** The share that takes at most `ageS` seconds. */
  finishedBy(ageS: number): number
}

export const DURATIONS: readonly TrueDurations[] = [
  {
    name: 'exponential, mean 60',
    concentrated: false,
    draw: (random) => exponential(random, 60),
    finishedBy: (ageS) => -Math.expm1(-ageS / 60),
  },
  logNormal(60, 0.3),
  logNormal(60, 0.6),
  logNormal(60, 1),
  twoPeaks(),
]

function logNormal(median: number, sigma: number): TrueDurations {
  return {
    name: `log-normal, sigma ${sigma}`,
    concentrated: sigma <= 0.6,
    draw: (random) => median * Math.exp(sigma * normal(random)),
    finishedBy: (ageS) => (ageS <= 0 ? 0 : normalShare(Math.log(ageS / median) / sigma)),
  }
}

/** Each peak is log-normal and a tenth wide. */
function twoPeaks(): TrueDurations {
  const [fast, slow, fastShare] = [logNormal(20, 0.1), logNormal(180, 0.1), 0.7]
  return {
    name: 'two peaks, 20 s and 180 s',
    concentrated: false,
    draw: (random) => (random() < fastShare ? fast : slow).draw(random),
    finishedBy: (ageS) => fastShare * fast.finishedBy(ageS) + (1 - fastShare) * slow.finishedBy(ageS),
  }
}

/** The standard normal distribution function; Abramowitz and Stegun, 7.1.26: error below 1.5e-7. */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - poly * Math.exp(-x * x)
  return z > 0 ? (1 + erf) / 2 : (1 - erf) / 2
}
