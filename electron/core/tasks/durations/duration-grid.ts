/** The ages at which distributions are tabulated: even steps of the logarithm, a fortieth each, from 50 ms to two days. */

export const CELLS = 600
const SHORTEST_S = 0.05
export const LONGEST_S = 172_800
const LOG_SHORTEST = Math.log(SHORTEST_S)
/** The width of a cell, in units of the logarithm. */
export const LOG_STEP = (Math.log(LONGEST_S) - LOG_SHORTEST) / CELLS

const SECONDS = Float64Array.from({ length: CELLS + 1 }, (_, cell) =>
  Math.exp(LOG_SHORTEST + cell * LOG_STEP),
)

export function secondsAt(cell: number): number {
  return at(SECONDS, cell)
}

/** The place of an age among the cells, not rounded; within the grid. */
export function placeOf(ageS: number): number {
  const place = (Math.log(ageS) - LOG_SHORTEST) / LOG_STEP
  return Math.min(CELLS, Math.max(0, place))
}

/** The cell that an age is in, so that the next one exists too. */
export function cellOf(ageS: number): number {
  return Math.min(CELLS - 1, Math.floor(placeOf(ageS)))
}

export function at(table: Float64Array, cell: number): number {
  return table[cell] ?? 0
}
