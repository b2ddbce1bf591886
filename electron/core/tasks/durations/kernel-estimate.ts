/**
 * The shape of a distribution from samples: a kernel density estimate over the logarithms of the durations.
 *
 * The kernels are tabulated once, in cells of the grid, so that learning costs a fraction of a millisecond: the scheduler
 * learns again after every few tasks, on the thread that serves the page.
 */
import { at, CELLS, LOG_STEP, placeOf } from './distribution.ts'

/** Widths that are tried, in units of the logarithm. */
const WIDTHS = [0.04, 0.06, 0.09, 0.13, 0.18, 0.25, 0.35, 0.5]
const WIDTH_OF_FEW = 0.35
/** Fewer say nothing about how smooth the shape is. */
const FEW = 5
/** How far a kernel reaches, in widths. */
const REACH = 5
/** Added to each left-out sample's density, in cells: one outlier must not blur everything. */
const LEAST_DENSITY = 1e-6

interface Kernel {
  /** Of a normal distribution, in its own cell and in each cell further out. */
  readonly mass: Float64Array
}

const KERNELS: readonly Kernel[] = WIDTHS.map(kernelOf)

/** The share of tasks that outlives the age of each cell. @param samples durations in seconds, at least one */
export function estimateOutliving(samples: readonly number[]): Float64Array {
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
  const density = new Float64Array(count).fill(LEAST_DENSITY)
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
