/** A service with one kind of limit, on virtual time: what it takes, what it refuses, and what it says about waiting. */
import type { Random } from '#core/ports/clock.ts'
import { normal } from '#test/stand-ins/seeded-random.ts'

export type LimitKind = 'all requests' | 'minute' | 'day' | 'concurrency'

export interface ServiceOptions {
  readonly kind: LimitKind
  /** Requests in the window, or tasks at once. May change with time. */
  readonly allowed: (now: number) => number
  readonly retryAfter: boolean
  readonly random: Random
}

export type Answer = { readonly ok: true } | { readonly ok: false; readonly waitMs: number | null }

export interface VirtualService {
  submit(id: string, now: number): Answer
  /** Whether the task is finished, or the refusal. */
  poll(
    id: string,
    now: number,
  ): (Answer & { readonly ok: false }) | { readonly ok: true; readonly done: boolean }
}

const WINDOW_MS: Readonly<Record<LimitKind, number>> = {
  'all requests': 60_000,
  minute: 60_000,
  day: 24 * 3_600_000,
  concurrency: 0,
}
/** What a service says that counts tasks at once and cannot know when one ends. */
const CONCURRENCY_WAIT_MS = 5_000
const MEDIAN_MS = 30_000
const SIGMA = 0.3

export function createVirtualService({ kind, allowed, retryAfter, random }: ServiceOptions): VirtualService {
  const endsAt = new Map<string, number>()
  let taken: number[] = []
  const say = (waitMs: number): Answer & { readonly ok: false } => ({
    ok: false,
    waitMs: retryAfter ? Math.ceil(waitMs / 1_000) * 1_000 : null,
  })
  /** Counts what was taken within the window that ends now; a refused request does not count. */
  const countIn = (now: number): (Answer & { readonly ok: false }) | null => {
    taken = taken.filter((at) => at > now - WINDOW_MS[kind])
    const over = taken[taken.length - allowed(now)]
    if (over !== undefined) return say(over + WINDOW_MS[kind] - now)
    taken.push(now)
    return null
  }
  return {
    submit: (id, now) => {
      const atWork = [...endsAt.values()].filter((at) => at > now).length
      if (kind === 'concurrency') {
        if (atWork >= allowed(now)) return say(CONCURRENCY_WAIT_MS)
      } else {
        const refusal = countIn(now)
        if (refusal) return refusal
      }
      endsAt.set(id, now + MEDIAN_MS * Math.exp(SIGMA * normal(random)))
      return { ok: true }
    },
    poll: (id, now) => {
      const refusal = kind === 'all requests' ? countIn(now) : null
      if (refusal) return refusal
      const done = (endsAt.get(id) ?? Infinity) <= now
      if (done) endsAt.delete(id)
      return { ok: true, done }
    },
  }
}
