/** What the times of a video's packets tell: its rate, and where it can be cut. Arithmetic alone. */

/** Of all packets, in the order of decoding, in seconds. */
export interface FrameTimes {
  readonly starts: readonly number[]
  readonly keys: readonly boolean[]
  /** How long the last one is shown. */
  readonly lastSeconds: number
}

/** The frames that a part shows. */
export interface VideoPart {
  /** In seconds of the file: the first frame's beginning, and the last one's end. */
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly frames: number
  /** Its packets can be decoded without any other, and none of them is of a frame that is not shown. */
  readonly isWhole: boolean
  readonly isWholeWithoutLast: boolean
}

export interface FrameRate {
  readonly frameRate: number
  readonly isVariable: boolean
}

/** What cameras, screens and services make, in frames a second. */
const USUAL_RATES = [24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 48, 50, 60_000 / 1_001, 60, 120]
/** WebM counts in milliseconds, and so a steady rate varies by one. */
const UNSTEADY_SECONDS = 0.001_1
const UNSTEADY_SHARE = 0.1

/** The rate that fits all frames: one that is usual, if the whole is off by less than half a frame with it. */
export function rateOf({ starts, lastSeconds }: FrameTimes): FrameRate {
  const sorted = starts.toSorted((one, other) => one - other)
  const steps = sorted.slice(1).map((start, index) => start - (sorted[index] ?? 0))
  if (steps.length === 0)
    return { frameRate: lastSeconds > 0 ? nearest(1 / lastSeconds, 1) : 25, isVariable: false }
  const usual = medianOf(steps)
  const most = Math.max(UNSTEADY_SECONDS, usual * UNSTEADY_SHARE)
  const isVariable = steps.some((step) => Math.abs(step - usual) > most)
  const seconds = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  return { frameRate: nearest(steps.length / seconds, steps.length), isVariable }
}

function nearest(rate: number, frames: number): number {
  const fitting =
    USUAL_RATES.toSorted((one, other) => Math.abs(one - rate) - Math.abs(other - rate))[0] ?? rate
  const isClose = Math.abs(fitting / rate - 1) < 0.01 && Math.abs((frames * fitting) / rate - frames) < 0.5
  return isClose ? fitting : Math.round(rate * 1_000) / 1_000
}

/**
 * The frames that begin in the part, or as near to it as half a frame; at least one. One that is shown for longer than others may be cut: a
 * part begins or ends where it was asked to where no frame begins near that.
 */
export function partOf(
  { starts, keys, lastSeconds }: FrameTimes,
  { fromSeconds, toSeconds }: { readonly fromSeconds: number; readonly toSeconds: number },
): VideoPart {
  const sorted = starts.toSorted((one, other) => one - other)
  const steps = sorted.slice(1).map((start, index) => start - (sorted[index] ?? 0))
  const step = steps.length > 0 ? medianOf(steps) : lastSeconds
  const bounds = [...sorted, (sorted.at(-1) ?? 0) + (lastSeconds > 0 ? lastSeconds : step)]
  const until = (seconds: number): number => {
    const at = sorted.findIndex((start) => start >= seconds - step / 2)
    return at < 0 ? sorted.length : at
  }
  const cuts = (at: number, seconds: number): boolean => at > 0 && (bounds[at] ?? 0) - seconds > step
  const next = until(fromSeconds)
  const cutsFirst = cuts(next, fromSeconds)
  const first = Math.min(cutsFirst ? next - 1 : next, sorted.length - 1)
  const end = Math.max(until(toSeconds), first + 1)
  const cutsLast = cuts(end, toSeconds)
  const from = cutsFirst ? fromSeconds : (sorted[first] ?? 0)
  const to = cutsLast ? Math.max(toSeconds, from + step) : (bounds[end] ?? 0)
  const isWholeUpTo = (behind: number): boolean =>
    !cutsFirst && !cutsLast && isWhole(starts, keys, from, behind)
  return {
    fromSeconds: from,
    toSeconds: to,
    frames: end - first,
    isWhole: isWholeUpTo(to),
    isWholeWithoutLast: end - first > 1 && isWholeUpTo(sorted[end - 1] ?? 0),
  }
}

/** Whether the frames from `from` up to `to` stand together in the order of decoding, and begin with one that needs no other. */
function isWhole(starts: readonly number[], keys: readonly boolean[], from: number, to: number): boolean {
  const first = starts.indexOf(from)
  if (keys[first] !== true) return false
  let at = first
  let latest = -Infinity
  let latestBeforeKey = -Infinity
  for (; at < starts.length; at++) {
    const start = starts[at] ?? 0
    if (start >= to) break
    if (keys[at] === true) latestBeforeKey = latest
    // A frame that is shown before the key frame it follows may need one from before that.
    if (start < from || start < latestBeforeKey) return false
    latest = Math.max(latest, start)
  }
  return !starts.some((start, index) => start >= from && start < to && (index < first || index >= at))
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
