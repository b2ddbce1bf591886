/**
 * What is known about the durations of one kind of task: samples, a test for change, and the distribution that follows.
 *
 * A task is never seen finishing: it was running at one poll and finished at the next. Its duration is drawn from what is known,
 * between the two. The middle would be wrong for the short and the wide gaps, and leaving wide gaps out would leave out the
 * short tasks.
 */
import type { Task } from '#contract/tasks.ts'
import { mixDistribution, type Distribution, at, CELLS, LOG_STEP, placeOf } from './distribution.ts'

/** Enough to learn a shape, few enough to follow slow drift. */
export const MAX_SAMPLES = 100
/** Fewer say nothing about a shape. */
export const MIN_SAMPLES = 5
/** Share of "we may be wrong" in what is used, and its mean in means of what was learned. */
const DOUBT = 0.01
const DOUBT_MEANS = 1.5
/** A gap in which nearly every task would have finished, as after a sleep, teaches nothing. */
const CERTAIN = 0.98
/** While nothing is known, neither does a gap as long as this, and as half the task. */
const WIDE_GAP_S = 60
/** Learned again when so large a share of the samples is new: less would change little. */
const RELEARN_SHARE = 0.05
/** The fractional parts of its multiples are spread evenly: the golden ratio's. */
const GOLDEN = 0.618033988749895

export type DurationModel = ReturnType<typeof createDurationModel>

/** @param priorMeanS what to assume while nothing is known, in seconds */
export function createDurationModel(stored: readonly number[], priorMeanS: number) {
  const change = createChangeTest()
  let samples = stored.slice(-MAX_SAMPLES)
  let meanS = meanOf(samples) ?? priorMeanS
  let drawn = 0
  let unlearned = 0
  /** Made when asked for: many tasks may end between two questions. */
  let planned: Distribution | null = null

  const learn = (): Distribution => {
    unlearned = 0
    if (samples.length < MIN_SAMPLES) return mixDistribution(null, 1, meanS)
    return mixDistribution(estimateOutliving(samples), DOUBT, meanS * DOUBT_MEANS)
  }
  const distribution = (): Distribution => (planned ??= learn())
  const drawBetween = (beforeS: number, ageS: number): number | null => {
    const model = distribution()
    const share = 1 - model.outlive(ageS) / model.outlive(beforeS)
    const knows = samples.length >= MIN_SAMPLES
    if (knows ? share > CERTAIN : ageS - beforeS > Math.max(WIDE_GAP_S, ageS / 2)) return null
    drawn = (drawn + GOLDEN) % 1
    return Math.min(ageS, model.quantileAfter(beforeS, share * drawn))
  }
  return {
    /** Durations in seconds, newest last. Emptied when the durations have changed. */
    get samples(): readonly number[] {
      return samples
    },
    /** What to plan by: the learned shape with a share of doubt, or nothing but doubt. */
    get distribution(): Distribution {
      return distribution()
    },
    /**
     * A task that was running at `beforeS` was polled again at `ageS`. Returns the duration learned from it, in seconds; null
     * where there is none.
     */
    polled: (beforeS: number, ageS: number, finished: boolean): number | null => {
      const knows = samples.length >= MIN_SAMPLES
      const factor = knows ? change.polled(distribution(), beforeS, ageS, finished) : null
      if (factor !== null) {
        samples = []
        meanS *= factor
        planned = null
        change.reset()
      }
      if (!finished) return null
      const durationS = drawBetween(beforeS, ageS)
      if (durationS === null) return null
      samples = [...samples, durationS].slice(-MAX_SAMPLES)
      meanS = samples.length < MIN_SAMPLES ? meanS : (meanOf(samples) ?? meanS)
      if (++unlearned >= samples.length * RELEARN_SHARE) planned = null
      return durationS
    },
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Past this share of what was seen, a task is slower than usual. */
export const SLOW_SHARE = 0.99
/** A range this wide tells the user nothing. */
const WIDEST_RATIO = 6

export type Eta = Pick<Task, 'eta' | 'slow'>

/** `sentAt` and `now` on the wall clock, in milliseconds. Empty while too little is known. */
export function etaOf(model: DurationModel, sentAt: number, now: number): Eta {
  if (model.samples.length < MIN_SAMPLES) return {}
  const ageS = Math.max(0, now - sentAt) / 1_000
  const { distribution } = model
  if (ageS > distribution.quantileAfter(0, SLOW_SHARE)) return { slow: true }
  const p50 = distribution.quantileAfter(ageS, 0.5)
  const p90 = distribution.quantileAfter(ageS, 0.9)
  if (p90 > p50 * WIDEST_RATIO) return {}
  return { eta: { p50At: Math.round(sentAt + p50 * 1_000), p90At: Math.round(sentAt + p90 * 1_000) } }
}

/** What is tested for, each way. */
const FACTORS = [1.6, 1 / 1.6]
const ALARM = Math.log(2_000)
/** No single poll decides, whatever the model says of its chances. */
const MAX_EVIDENCE = Math.log(50)

/**
 * Notices that tasks take longer, or less long, than was learned.
 *
 * Every poll is evidence: finished or still running between two ages. Its likelihood, were all durations stretched by a factor,
 * is compared with its likelihood as learned, and the logarithms are summed, never below zero: E. S. Page, "Continuous
 * inspection schemes", Biometrika 41 (1954), 100-115. When to poll is decided before the outcome is known, so that no schedule
 * biases the sum. A false alarm comes on average after at least e^ALARM polls.
 */
function createChangeTest() {
  const sums = FACTORS.map(() => 0)
  return {
    /** Takes in one poll; returns the factor that fits better than what was learned, or null while there is none. */
    polled: (model: Distribution, beforeS: number, ageS: number, finished: boolean): number | null => {
      const usual = chance(model, beforeS, ageS, finished)
      for (const [index, factor] of FACTORS.entries()) {
        const evidence = Math.log(chance(model, beforeS / factor, ageS / factor, finished) / usual)
        const bounded = Math.min(MAX_EVIDENCE, Math.max(-MAX_EVIDENCE, evidence))
        sums[index] = Math.max(0, (sums[index] ?? 0) + bounded)
        if (sums[index] > ALARM) return factor
      }
      return null
    },
    reset: (): void => {
      sums.fill(0)
    },
  }
}

function chance(model: Distribution, beforeS: number, ageS: number, finished: boolean): number {
  const stillRunning = model.outlive(ageS) / model.outlive(beforeS)
  return Math.max(1e-12, finished ? 1 - stillRunning : stillRunning)
}

/**
 * Widths that are tried, in units of the logarithm.
 *
 * The kernels are tabulated once, in cells of the grid, so that learning costs a fraction of a millisecond: the scheduler
 * learns again after every few tasks, on the thread that serves the page.
 */
const WIDTHS = [0.04, 0.06, 0.09, 0.13, 0.18, 0.25, 0.35, 0.5]
const WIDTH_OF_FEW = 0.35
/** Fewer say nothing about how smooth the shape is. */
const FEW = 5
/** How far a kernel reaches, in widths. */
const REACH = 5
/** Added to each left-out sample's density, in cells: one outlier must not blur everything. */
const MIN_DENSITY = 1e-6

interface Kernel {
  /** Of a normal distribution, in its own cell and in each cell further out. */
  readonly mass: Float64Array
}

const KERNELS: readonly Kernel[] = WIDTHS.map(kernelOf)

/** The share of tasks that outlives the age of each cell. @param samples durations in seconds, at least one */
function estimateOutliving(samples: readonly number[]): Float64Array {
  const places = samples.map((seconds) => placeOf(seconds))
  const { mass } = chooseKernel(places)
  const density = new Float64Array(CELLS + 1)
  for (const place of places) {
    // A sample between two cells counts for both, the nearer one more.
    const cell = Math.floor(place)
    spread(density, mass, cell, (1 - (place - cell)) / places.length)
    spread(density, mass, cell + 1, (place - cell) / places.length)
  }
  const outlive = new Float64Array(CELLS + 1)
  let above = 0
  for (let cell = CELLS; cell >= 0; cell--) {
    outlive[cell] = Math.min(1, above + at(density, cell) / 2)
    above += at(density, cell)
  }
  return outlive
}

function spread(density: Float64Array, mass: Float64Array, center: number, weight: number): void {
  if (weight === 0) return
  for (let offset = 1 - mass.length; offset < mass.length; offset++) {
    // What reaches over an end of the grid stays in its last cell.
    const cell = Math.min(CELLS, Math.max(0, center + offset))
    density[cell] = at(density, cell) + weight * at(mass, Math.abs(offset))
  }
}

/** Silverman's rule would blur two peaks into one; likelihood keeps them apart and still smooths a single broad one. */
function chooseKernel(places: readonly number[]): Kernel {
  const few = KERNELS[WIDTHS.indexOf(WIDTH_OF_FEW)] ?? kernelOf(WIDTH_OF_FEW)
  if (places.length < FEW) return few
  const distances = distancesOf(places)
  let best = few
  let bestLikelihood = -Infinity
  for (const kernel of KERNELS) {
    const likelihood = leaveOneOut(distances, places.length, kernel)
    if (likelihood <= bestLikelihood) continue
    best = kernel
    bestLikelihood = likelihood
  }
  return best
}

/** Between every two samples, in cells: of the second to the first, of the third to the first two, and so on. */
function distancesOf(places: readonly number[]): Uint16Array {
  const distances = new Uint16Array((places.length * (places.length - 1)) / 2)
  let pair = 0
  for (const [index, place] of places.entries()) {
    for (let other = 0; other < index; other++) {
      distances[pair++] = Math.round(Math.abs(place - (places[other] ?? 0)))
    }
  }
  return distances
}

function leaveOneOut(distances: Uint16Array, count: number, { mass }: Kernel): number {
  const density = new Float64Array(count).fill(MIN_DENSITY)
  let pair = 0
  for (let one = 1; one < count; one++) {
    let own = 0
    for (let other = 0; other < one; other++) {
      const distance = distances[pair++] ?? 0
      if (distance >= mass.length) continue
      const near = at(mass, distance)
      own += near
      density[other] = at(density, other) + near
    }
    density[one] = at(density, one) + own
  }
  return density.reduce((sum, value) => sum + Math.log(value), 0)
}

function kernelOf(width: number): Kernel {
  const cells = Math.ceil((REACH * width) / LOG_STEP)
  const mass = Float64Array.from({ length: cells + 1 }, (_, cell) =>
    Math.exp(-(((cell * LOG_STEP) / width) ** 2) / 2),
  )
  const total = 2 * mass.reduce((sum, value) => sum + value, 0) - at(mass, 0)
  return { mass: mass.map((value) => value / total) }
}
