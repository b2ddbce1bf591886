/**
 * How long a finished task waits until it is noticed, for a given number of requests: the real profile queue against the exact
 * bound, round robin in the same queue, and what clients in the field do.
 *
 * `npm run bench -- polling [tasks] [seeds]`. Arrivals are Poisson; the bound has no clumps and no queue.
 */
import type { Random } from '#core/ports/clock.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { sum } from './frame.ts'
import {
  DURATIONS,
  type TrueDurations,
  drawArrivals,
  learnedModel,
  roundRobinModel,
  runQueue,
  type Measured,
  BUDGET,
  type Arrival,
} from './virtual-profile-queue.ts'

const TASKS = 1_000
const SEEDS = 5
const SAMPLES = 50
const BUDGETS = [4, 8]
const DRIFT = 2
/** Promised: against the bound where durations are concentrated, against round robin everywhere. */
const MAX_OF_BOUND = 1.3
const MAX_OF_ROUND_ROBIN = 1.1

const HEADINGS = [
  'durations'.padEnd(28),
  'K'.padStart(2),
  'bound'.padStart(6),
  'at spent'.padStart(8),
  'round robin'.padStart(18),
  'peers'.padStart(11),
  'requests, 429s'.padStart(15),
  'ours'.padStart(18),
  '/bound'.padStart(7),
  '/robin'.padStart(7),
  ' P1',
]

/** @param args tasks a run, and runs a row */
export async function run([tasks = String(TASKS), seeds = String(SEEDS)]: readonly string[]): Promise<void> {
  console.log(
    `${tasks} tasks, 60 polls a minute with a burst of 10, ${SAMPLES} samples learned before, ${seeds} runs a row. Seconds from finished to known:`,
  )
  console.log(
    'mean / p95 (polls a task). "at spent" is the bound for the polls that ours spent; /bound is by that.',
  )
  let holds = true
  for (const drift of [1, DRIFT]) {
    console.log(drift === 1 ? '\nno drift' : `\ndurations ${drift} times as long from the middle on`)
    console.log(HEADINGS.join(' '))
    for (const polls of BUDGETS) {
      for (const durations of DURATIONS) {
        const row = await measureRow(durations, polls, drift, Number(tasks), Number(seeds))
        console.log(row.text)
        holds &&= row.holds
      }
    }
  }
  console.log(`\nP1 ${holds ? 'holds' : 'does not hold'} in every row.`)
}

async function measureRow(
  durations: TrueDurations,
  polls: number,
  drift: number,
  tasks: number,
  seeds: number,
): Promise<{ readonly text: string; readonly holds: boolean }> {
  const [ours, robin, peers]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let seed = 1; seed <= seeds; seed++) {
    const arrivals = drawArrivals(durations, tasks, polls, drift, seed)
    ours.push(await runQueue(arrivals, learnedModel(durations, SAMPLES, seed + 1_000)))
    robin.push(await runQueue(arrivals, roundRobinModel()))
    peers.push(runPeers(arrivals, seed))
  }
  const [own, round, peer] = [summarize(ours), summarize(robin), summarize(peers)]
  const bound = drift === 1 ? createBound(durations) : null
  const atSpent = bound?.(own.polls) ?? null
  const [ofBound, ofRobin] = [atSpent === null ? null : own.mean / atSpent, own.mean / round.mean]
  const holds =
    ofRobin <= MAX_OF_ROUND_ROBIN && (ofBound === null || !durations.concentrated || ofBound <= MAX_OF_BOUND)
  const cells = [
    durations.name.padEnd(28),
    String(polls).padStart(2),
    shown(bound?.(polls) ?? null).padStart(6),
    shown(atSpent).padStart(8),
    summaryText(round).padStart(18),
    `${shown(peer.mean, 1)} / ${shown(peer.p95, 0)}`.padStart(11),
    `${peer.polls.toFixed(0)}, ${(peer.refusedShare * 100).toFixed(0)} %`.padStart(15),
    summaryText(own).padStart(18),
    shown(ofBound).padStart(7),
    shown(ofRobin).padStart(7),
    holds ? 'yes' : ' NO',
  ]
  return { text: cells.join(' '), holds }
}

interface Summary {
  readonly mean: number
  readonly p95: number
  readonly polls: number
  readonly refusedShare: number
}

function summarize(runs: readonly Measured[]): Summary {
  const delays = runs.flatMap(({ delaysS }) => delaysS).toSorted((a, b) => a - b)
  const polls = sum(runs.map((run) => run.polls))
  return {
    mean: sum(delays) / delays.length,
    p95: delays[Math.floor(delays.length * 0.95)] ?? 0,
    polls: polls / delays.length,
    refusedShare: sum(runs.map(({ refused }) => refused)) / polls,
  }
}

function summaryText({ mean, p95, polls }: Summary): string {
  return `${shown(mean, 1)} / ${shown(p95, 0)} (${shown(polls, 1)})`
}

function shown(value: number | null, digits = 2): string {
  return value === null ? '-' : value.toFixed(digits)
}

/**
 * The least mean delay that any schedule can reach with K polls a task: dynamic programming over a price of a poll.
 *
 * From the last poll at u, without success, choose the next at s: it costs price x S(u), and the delay of what finishes in
 * between, A(s) - A(u) - F(u)(s - u). The bound for K polls is the largest V(price) - price x K. It knows the durations
 * exactly, and has every poll at its best time: no queueing behind other tasks, no clumps of arrivals.
 */
const STEP_S = 0.5
/** What outlives the grid is left out: its share of the delay is below what is printed. */
const MIN_SURVIVAL = 2e-5
const MAX_GRID = 12_000

interface Cost {
  readonly delayS: number
  readonly polls: number
}

interface Grid {
  readonly finished: Float64Array
  readonly area: Float64Array
}

/** Answers the bound in seconds for a number of polls a task. */
function createBound(durations: TrueDurations): (polls: number) => number {
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
  for (let cell = 1; cell < MAX_GRID; cell++) {
    const before = finished[cell - 1] ?? 0
    const share = finishedBy(cell * STEP_S)
    finished.push(share)
    area.push((area[cell - 1] ?? 0) + ((before + share) / 2) * STEP_S)
    if (1 - share < MIN_SURVIVAL) break
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

/**
 * What clients in the field do: every half second per task, keeping no limit, a refusal being a reason to ask again.
 *
 * The service refuses what is above the budget, and refusals cost nothing: kind to these clients, for services that count them
 * too would let nothing through at all.
 */
const EVERY_MS = 500

function runPeers(arrivals: readonly Arrival[], seed: number): Measured {
  const random = seededRandom(seed)
  const delaysS: number[] = []
  let [polls, refused, arrived] = [0, 0, 0]
  let tokens: number = BUDGET.burst
  let open: Arrival[] = []
  for (let now = 0; delaysS.length < arrivals.length; now += EVERY_MS) {
    tokens = Math.min(BUDGET.burst, tokens + (EVERY_MS * BUDGET.perMinute) / 60_000)
    for (let next = arrivals[arrived]; next && next.atMs <= now; next = arrivals[++arrived]) open.push(next)
    const left: Arrival[] = []
    // Within one half second they come in any order.
    for (const task of shuffled(open, random)) {
      polls++
      const lateMs = now - task.atMs - task.durationMs
      const isTaken = tokens >= 1
      if (isTaken) tokens--
      else refused++
      if (isTaken && lateMs >= 0) delaysS.push(lateMs / 1_000)
      else left.push(task)
    }
    open = left
  }
  return { delaysS, polls, refused }
}

/** Fisher and Yates. */
function shuffled(tasks: readonly Arrival[], random: Random): readonly Arrival[] {
  const order = [...tasks]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [order[last], order[other]]
    if (a && b) [order[last], order[other]] = [b, a]
  }
  return order
}
