/** Reads a trace of Chromium: how long scripts ran in each frame of the page's main thread. */

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: when it began, how long it took, and how long the thread was at work on it. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/** What DevTools paints yellow: everything that runs the page's own code. */
const SCRIPTING = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'V8.GC_SCAVENGER',
  'MinorGC',
  'MajorGC',
])
const FRAME = 'BeginMainThreadFrame'

/**
 * Milliseconds of scripting in each frame, in order, as the thread's own clock counts them: time that other programs took
 * the processor away is not the page's. Nested events count once.
 */
export function scriptingPerFrame(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] }
  const frames = traceEvents.filter(({ name }) => name === FRAME)
  const threads = Map.groupBy(frames, ({ pid, tid }) => `${pid}:${tid}`)
  const [busiest] = Array.from(threads).toSorted(([, a], [, b]) => b.length - a.length)
  if (busiest === undefined) throw new Error('The trace has no frames.')
  const [thread, own] = busiest
  const starts = own.map(({ ts }) => ts).toSorted((a, b) => a - b)
  const scripts = traceEvents
    .filter(({ name, ph, pid, tid }) => SCRIPTING.has(name) && ph === 'X' && `${pid}:${tid}` === thread)
    .toSorted((a, b) => a.ts - b.ts)
  const spent = starts.map(() => 0)
  let frame = -1
  let outerEnd = 0
  for (const { ts, dur = 0, tdur = dur } of scripts) {
    if (ts < outerEnd) continue
    outerEnd = ts + dur
    while ((starts[frame + 1] ?? Infinity) <= ts) frame += 1
    if (frame >= 0) spent[frame] = (spent[frame] ?? 0) + tdur / 1_000
  }
  return spent
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
