/**
 * How long tasks of one kind take, as a distribution learned from finished ones: tabulated, so that asking is cheap.
 *
 * A kernel density estimate over the logarithms of the durations, its width chosen by leave-one-out likelihood; mixed with
 * an exponential part that stands for "we may be wrong". For an exponential part the best policy is round robin, and Bayes'
 * rule lets it win by itself for a task that outlives what was learned.
 */

/** A grid in the logarithm of seconds: fine enough for a tenth of a second, far enough for a day. */
const CELLS = 600
const SHORTEST_S = 0.05
const LONGEST_S = 172_800
const LOG_SHORTEST = Math.log(SHORTEST_S)
const LOG_STEP = (Math.log(LONGEST_S) - LOG_SHORTEST) / CELLS

/** Widths that are tried, in units of the logarithm. */
const WIDTHS = [0.04, 0.06, 0.09, 0.13, 0.18, 0.25, 0.35, 0.5]

export interface Distribution {
  /** The share of tasks that take at most `ageS` seconds. */
  finishedBy(ageS: number): number
  /** The integral of `finishedBy` from 0 to `ageS`, in seconds. */
  area(ageS: number): number
  /** The age by which a share `p` of the tasks that outlive `ageS` are finished, in seconds. */
  quantileAfter(ageS: number, p: number): number
}

/**
 * @param samples durations in seconds, newest last; may be empty
 * @param weight share of the exponential part, 0 to 1; 1 when there are no samples
 * @param meanS mean of the exponential part, in seconds
 */
export function learnDistribution(samples: readonly number[], weight: number, meanS: number): Distribution {
  const logs = samples.map((seconds) => Math.log(Math.max(SHORTEST_S, seconds)))
  const width = chooseWidth(logs)
  const share = new Float64Array(CELLS + 1)
  for (let cell = 0; cell <= CELLS; cell++) {
    const log = LOG_SHORTEST + cell * LOG_STEP
    let learned = 0
    for (const center of logs) learned += normalShare((log - center) / width)
    const exponential = -Math.expm1(-Math.exp(log) / meanS)
    share[cell] =
      logs.length === 0 ? exponential : (1 - weight) * (learned / logs.length) + weight * exponential
  }
  return tabulated(share)
}

function tabulated(share: Float64Array): Distribution {
  const area = new Float64Array(CELLS + 1)
  for (let cell = 1; cell <= CELLS; cell++) {
    const stepS = secondsAt(cell) - secondsAt(cell - 1)
    area[cell] = at(area, cell - 1) + (stepS * (at(share, cell) + at(share, cell - 1))) / 2
  }
  const finishedBy = (ageS: number): number => {
    if (ageS <= SHORTEST_S) return (at(share, 0) * Math.max(0, ageS)) / SHORTEST_S
    return interpolated(share, ageS)
  }
  return {
    finishedBy,
    area: (ageS) => {
      if (ageS <= SHORTEST_S) return (at(share, 0) * Math.max(0, ageS) ** 2) / (2 * SHORTEST_S)
      if (ageS >= LONGEST_S) return at(area, CELLS) + (ageS - LONGEST_S)
      const cell = Math.min(CELLS - 1, Math.floor((Math.log(ageS) - LOG_SHORTEST) / LOG_STEP))
      const fromS = secondsAt(cell)
      return at(area, cell) + ((ageS - fromS) * (at(share, cell) + finishedBy(ageS))) / 2
    },
    quantileAfter: (ageS, p) => {
      const done = finishedBy(ageS)
      const target = done + p * (1 - done)
      let low = 0
      let high = CELLS
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(share, middle) < target) low = middle + 1
        else high = middle
      }
      return Math.max(ageS, secondsAt(low))
    },
  }
}

function interpolated(table: Float64Array, ageS: number): number {
  const place = (Math.log(Math.min(ageS, LONGEST_S)) - LOG_SHORTEST) / LOG_STEP
  const cell = Math.min(CELLS - 1, Math.floor(place))
  const left = at(table, cell)
  return left + (at(table, cell + 1) - left) * (place - cell)
}

/** Silverman's rule would blur two peaks into one; likelihood keeps them apart and still smooths a single broad one. */
function chooseWidth(logs: readonly number[]): number {
  const few = 0.35
  if (logs.length < 5) return few
  let best = few
  let bestLikelihood = -Infinity
  for (const width of WIDTHS) {
    const likelihood = leaveOneOut(logs, width)
    if (likelihood <= bestLikelihood) continue
    best = width
    bestLikelihood = likelihood
  }
  return best
}

function leaveOneOut(logs: readonly number[], width: number): number {
  let sum = 0
  for (const [index, log] of logs.entries()) {
    let density = 1e-6
    for (const [other, center] of logs.entries()) {
      if (other !== index) density += Math.exp(-(((log - center) / width) ** 2) / 2)
    }
    sum += Math.log(density / ((logs.length - 1) * width))
  }
  return sum
}

/** The standard normal distribution function. Abramowitz and Stegun, 26.2.17: error below 7.5e-8. */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp((-z * z) / 2) * poly
  return z > 0 ? 1 - tail : tail
}

function secondsAt(cell: number): number {
  return Math.exp(LOG_SHORTEST + cell * LOG_STEP)
}

function at(table: Float64Array, cell: number): number {
  return table[cell] ?? 0
}
