/**
 * How long tasks of one kind take, as a distribution: tabulated, so that asking is cheap.
 *
 * What was learned is mixed with a part that stands for "we may be wrong". That part is exponential, for which the best
 * policy is round robin, and Bayes' rule lets it win by itself for a task that outlives what was learned.
 */

/** The exponential part thins out as a power after so many means: no task is ever beyond all expectation. */
const TAIL_MEANS = 10

export type Distribution = ReturnType<typeof tabulated>

/**
 * @param learned the share that outlives each cell's age, or null when nothing is learned
 * @param weight share of the exponential part, 0 to 1
 * @param meanS mean of the exponential part, in seconds
 */
export function mixDistribution(learned: Float64Array | null, weight: number, meanS: number): Distribution {
  const outlive = new Float64Array(CELLS + 1)
  for (let cell = 0; cell <= CELLS; cell++) {
    const unlearned = unlearnedShare(secondsAt(cell) / meanS)
    outlive[cell] = learned ? (1 - weight) * at(learned, cell) + weight * unlearned : unlearned
  }
  return tabulated(outlive)
}

function unlearnedShare(means: number): number {
  const share = Math.exp(-Math.min(means, TAIL_MEANS))
  return means > TAIL_MEANS ? share * (TAIL_MEANS / means) ** TAIL_MEANS : share
}

function tabulated(outlive: Float64Array) {
  // Summed from the far end: a difference between two ages is exact even where almost nothing is left.
  const remaining = new Float64Array(CELLS + 1)
  for (let cell = CELLS - 1; cell >= 0; cell--) {
    const stepS = secondsAt(cell + 1) - secondsAt(cell)
    remaining[cell] = at(remaining, cell + 1) + (stepS * (at(outlive, cell) + at(outlive, cell + 1))) / 2
  }
  const outliveAt = (ageS: number): number => {
    if (ageS >= MAX_AGE_S) return at(outlive, CELLS)
    if (ageS <= secondsAt(0)) return 1 - ((1 - at(outlive, 0)) * Math.max(0, ageS)) / secondsAt(0)
    const cell = cellOf(ageS)
    const left = at(outlive, cell)
    const fromS = secondsAt(cell)
    return left + ((at(outlive, cell + 1) - left) * (ageS - fromS)) / (secondsAt(cell + 1) - fromS)
  }
  return {
    /** The share of tasks that take longer than `ageS` seconds; above 0 at every age. */
    outlive: outliveAt,
    /** The integral of `outlive` from `ageS` on, in seconds. */
    remaining: (ageS: number): number => {
      if (ageS >= MAX_AGE_S) return 0
      const next = ageS <= secondsAt(0) ? 0 : cellOf(ageS) + 1
      return (
        at(remaining, next) +
        ((secondsAt(next) - Math.max(0, ageS)) * (at(outlive, next) + outliveAt(ageS))) / 2
      )
    },
    /** The age by which a share `p` of the tasks that outlive `ageS` are finished, in seconds. */
    quantileAfter: (ageS: number, p: number): number => {
      const target = (1 - p) * outliveAt(ageS)
      let low = 0
      let high = CELLS
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(outlive, middle) > target) low = middle + 1
        else high = middle
      }
      if (low === 0) return Math.max(ageS, 0)
      const [above, below] = [at(outlive, low - 1), at(outlive, low)]
      const share = above > below ? Math.min(1, (above - target) / (above - below)) : 1
      return Math.max(ageS, secondsAt(low - 1) + share * (secondsAt(low) - secondsAt(low - 1)))
    },
  }
}

export const CELLS = 600
const MIN_AGE_S = 0.05
const MAX_AGE_S = 172_800
const LOG_MIN_AGE = Math.log(MIN_AGE_S)
/** The width of a cell, in units of the logarithm. */
export const LOG_STEP = (Math.log(MAX_AGE_S) - LOG_MIN_AGE) / CELLS

const SECONDS = Float64Array.from({ length: CELLS + 1 }, (_, cell) => Math.exp(LOG_MIN_AGE + cell * LOG_STEP))

function secondsAt(cell: number): number {
  return at(SECONDS, cell)
}

/** The place of an age among the cells, not rounded; within the grid. */
export function placeOf(ageS: number): number {
  const place = (Math.log(ageS) - LOG_MIN_AGE) / LOG_STEP
  return Math.min(CELLS, Math.max(0, place))
}

/** The cell that an age is in, so that the next one exists too. */
function cellOf(ageS: number): number {
  return Math.min(CELLS - 1, Math.floor(placeOf(ageS)))
}

export function at(table: Float64Array, cell: number): number {
  return table[cell] ?? 0
}
