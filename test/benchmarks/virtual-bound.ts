/**
 * The least mean delay that any schedule can reach with K polls a task: dynamic programming over a price of a poll.
 *
 * From the last poll at u, without success, choose the next at s: it costs price x S(u), and the delay of what finishes in
 * between, A(s) - A(u) - F(u)(s - u). The bound for K polls is the largest V(price) - price x K. It knows the durations
 * exactly, and has every poll at its best time: no queueing behind other tasks, no clumps of arrivals.
 */
import type { TrueDurations } from './virtual-durations.ts'

const STEP_S = 0.5
/** What outlives the grid is left out: its share of the delay is below what is printed. */
const LEAST_SURVIVAL = 2e-5
const LONGEST_GRID = 12_000

interface Cost {
  readonly delayS: number
  readonly polls: number
}

interface Grid {
  readonly finished: Float64Array
  readonly area: Float64Array
}

/** Answers the bound in seconds for a number of polls a task. */
export function createBound(durations: TrueDurations): (polls: number) => number {
  const grid = tabulate(durations)
  return (polls) => {
    let [low, high] = [1e-3, 1e3]
    let best = 0
    for (let round = 0; round < 22; round++) {
      const price = Math.sqrt(low * high)
      const cost = cheapest(grid, price)
      best = Math.max(best, cost.delayS + price * (cost.polls - polls))
      if (cost.polls > polls) low = price
      else high = price
    }
    return best
  }
}

function tabulate({ finishedBy }: TrueDurations): Grid {
  const finished: number[] = [0]
  const area: number[] = [0]
  for (let cell = 1; cell < LONGEST_GRID; cell++) {
    const before = finished[cell - 1] ?? 0
    const share = finishedBy(cell * STEP_S)
    finished.push(share)
    area.push((area[cell - 1] ?? 0) + ((before + share) / 2) * STEP_S)
    if (1 - share < LEAST_SURVIVAL) break
  }
  return { finished: Float64Array.from(finished), area: Float64Array.from(area) }
}

function cheapest({ finished, area }: Grid, price: number): Cost {
  const end = finished.length - 1
  const total = new Float64Array(end + 1)
  const delay = new Float64Array(end + 1)
  for (let from = end - 1; from >= 0; from--) {
    const done = finished[from] ?? 0
    const areaFrom = area[from] ?? 0
    let best = Infinity
    let bestDelay = 0
    for (let to = from + 1; to <= end; to++) {
      const missed = (area[to] ?? 0) - areaFrom - done * (to - from) * STEP_S
      if (missed >= best) break
      const sum = missed + (total[to] ?? 0)
      if (sum >= best) continue
      best = sum
      bestDelay = missed + (delay[to] ?? 0)
    }
    total[from] = best + price * (1 - done)
    delay[from] = bestDelay
  }
  const delayS = delay[0] ?? 0
  return { delayS, polls: ((total[0] ?? 0) - delayS) / price }
}
