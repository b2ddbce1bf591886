/**
 * Forecasts how long a batch will take: simulates it at the known limits, many times, with durations drawn from what was learned
 * of its models.
 *
 * Owns the arithmetic. The limits come from limits.ts, the durations of a task from the duration model.
 */
import { message, type Message } from '#contract/messages/message.ts'
import type { BatchForecast } from '#contract/queue.ts'
import { MIN_SAMPLES, type DurationModel } from './duration-model.ts'

/** How fast generate requests of a profile can be sent, as far as is known. */
export interface Pace {
  /** The learned limit per minute, and how many may be sent at once. */
  readonly perMinute: number
  readonly burst: number
  /** Until the next one may be sent. */
  readonly waitMs: number
  /** A refusal that still holds. */
  readonly held: { readonly kind: 'minute' | 'day'; readonly waitMs: number } | null
  /** How many the service takes at once; null where it never refused for that. */
  readonly bound: number | null
  /** How many the user wants at once. */
  readonly maxRunning: number
  readonly waiting: number
  readonly running: number
  readonly paused: boolean
  /** The user's cap on requests a day. */
  readonly cap: { readonly perDay: number; readonly left: number } | null
  readonly nextDayMs: number
}

export interface Part {
  readonly model: DurationModel
  readonly count: number
}

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
/** A longer batch is extrapolated. */
const MAX_SIMULATED = 500
/** How many simulations there are, and in how many equal shares a model's durations are cut: a single task draws each once. */
const RUNS = 64

/** As the page hears of it, before it is said. */
interface Forecast extends Omit<BatchForecast, 'limitedBy'> {
  readonly limitedBy?: Message
}

/** Tasks that wait already go first; only their number is known, so they count as equal to these. */
export function forecastBatch(parts: readonly Part[], pace: Pace): Forecast {
  const requests = parts.reduce((sum, { count }) => sum + count, 0)
  const slots = Math.max(1, Math.min(pace.maxRunning, pace.bound ?? Infinity))
  const known = parts.every(({ model }) => model.samples.length >= MIN_SAMPLES)
  const limited = limitedBy(requests, slots, pace, known ? meanSecondsOf(parts, requests) : null)
  return {
    requests,
    leftToday: pace.cap?.left ?? null,
    ...(limited === null ? {} : { limitedBy: limited }),
    ...(known && !pace.paused ? simulateOften(parts, requests, slots, pace) : {}),
  }
}

function simulateOften(
  parts: readonly Part[],
  requests: number,
  slots: number,
  pace: Pace,
): { readonly p50Ms: number; readonly p90Ms: number } {
  const before = pace.waiting + pace.running
  const ahead = Math.min(MAX_SIMULATED, before)
  const number = Math.min(MAX_SIMULATED, requests)
  const tables = tablesOf(parts, requests, number)
  const draws = drawShares(ahead + number)
  const ends = Array.from({ length: RUNS }, (_, run) =>
    simulate(ahead, number, slots, pace, (index) => {
      const own = index < ahead ? index : index - ahead
      return tables[own % tables.length]?.[draws[index]?.[run] ?? 0] ?? 0
    }),
  ).toSorted((a, b) => a - b)
  const more = (before + requests) / (ahead + number)
  const at = (share: number) =>
    Math.round((ends[Math.floor(share * RUNS)] ?? 0) * more + dayWaitMs(requests, pace))
  return { p50Ms: at(0.5), p90Ms: at(0.9) }
}

/**
 * Which share of its durations each task draws in each run: every share once, in an order of its own. The same every time.
 *
 * Numbers: W. Press et al., "Numerical Recipes", 3rd ed., 7.1 ("Quick and dirty" generator).
 */
function drawShares(number: number): readonly Uint8Array[] {
  let state = 1
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return Array.from({ length: number }, () => {
    const shares = Uint8Array.from({ length: RUNS }, (_, share) => share)
    for (let last = RUNS - 1; last > 0; last--) {
      const other = below(last + 1)
      const kept = shares[last] ?? 0
      shares[last] = shares[other] ?? 0
      shares[other] = kept
    }
    return shares
  })
}

/** Milliseconds until the last of these has ended. Running tasks occupy their places from the beginning. */
function simulate(
  ahead: number,
  number: number,
  slots: number,
  { waitMs, perMinute, burst, running }: Pace,
  seconds: (index: number) => number,
): number {
  const intervalMs = MINUTE_MS / perMinute
  /** When each place is free, the soonest first. */
  const free: number[] = Array.from({ length: slots }, () => 0)
  let lastEnd = 0
  for (let index = 0; index < ahead + number; index++) {
    const order = index - Math.min(running, ahead)
    const maySendMs = order < 0 ? 0 : waitMs + Math.max(0, order - burst + 1) * intervalMs
    const startMs = Math.max(maySendMs, free.shift() ?? 0)
    // A running task has some of its time behind it.
    const durationMs = seconds(index) * 1_000 * (order < 0 ? 0.5 : 1)
    addInOrder(free, startMs + durationMs)
    if (index >= ahead) lastEnd = Math.max(lastEnd, startMs + durationMs)
  }
  return lastEnd
}

function addInOrder(free: number[], at: number): void {
  let low = 0
  let high = free.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((free[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  free.splice(low, 0, at)
}

/** For each of the first `number` requests the durations that its model may take, spread as the parts are. */
function tablesOf(parts: readonly Part[], requests: number, number: number): readonly Float64Array[] {
  const known = new Map<DurationModel, Float64Array>()
  const tables: Float64Array[] = []
  let done = 0
  for (const { model, count } of parts) {
    const table = known.get(model) ?? durationsOf(model)
    known.set(model, table)
    done += count
    while (tables.length < Math.round((done / requests) * number)) tables.push(table)
  }
  return tables
}

function durationsOf({ distribution }: DurationModel): Float64Array {
  return Float64Array.from({ length: RUNS }, (_, share) =>
    distribution.quantileAfter(0, (share + 0.5) / RUNS),
  )
}

/** How long the last ones wait for days on which the user's cap allows them. */
function dayWaitMs(requests: number, { cap, waiting, nextDayMs }: Pace): number {
  const over = cap === null ? 0 : waiting + requests - cap.left
  if (cap === null || over <= 0) return 0
  return nextDayMs + Math.floor((over - 1) / Math.max(1, cap.perDay)) * DAY_MS
}

function meanSecondsOf(parts: readonly Part[], requests: number): number {
  const total = parts.reduce((sum, { model, count }) => sum + model.distribution.remaining(0) * count, 0)
  return total / requests
}

/** The tightest of the limits in plain words; null where none stretches the batch. */
function limitedBy(requests: number, slots: number, pace: Pace, meanS: number | null): Message | null {
  const { cap, held, waiting, bound, perMinute, burst } = pace
  if (pace.paused) return message('queue.forecast.paused')
  if (cap && waiting + requests > cap.left) {
    const over = Math.min(requests, waiting + requests - cap.left)
    return message('queue.forecast.cap', { perDay: cap.perDay, over })
  }
  if (held?.kind === 'day') return message('queue.dayLimit')
  if (held) return message('queue.slower')
  const all = waiting + pace.running + requests
  const slowsS = (Math.max(0, all - burst) * 60) / perMinute
  const queuesS = meanS === null ? 0 : (all / slots - 1) * meanS
  if (all > slots && (meanS === null || queuesS >= slowsS)) {
    return bound !== null && bound <= pace.maxRunning
      ? message('queue.atOnce', { count: bound })
      : message('queue.atOnce.settings', { count: pace.maxRunning })
  }
  if (all > burst && slowsS >= 1)
    return message('queue.forecast.perMinute', { count: Math.max(1, Math.round(perMinute)) })
  return waiting > 0 ? message('queue.forecast.ahead', { count: waiting }) : null
}
