/** Four kinds of rate limits as services have them, each refusing in a way of its own. */
import { errorObject, respond, type FaultyResponse } from './faulty-responses.ts'

export type LimitKind = 'minute' | 'burst' | 'concurrency' | 'day'

export interface FaultLimit {
  readonly kind: LimitKind
  /** A refusal, or null when the request may be taken; then it counts. */
  refusal(): FaultyResponse | null
}

const MINUTE_MS = 60_000
const A_MINUTE = 12
const BURST = 6
const BURST_REFILL_PER_MS = 1 / 1_000
const AT_ONCE = 4
const TASK_TAKES_MS = 8_000
const A_DAY = 8
/** Until the day ends, in seconds. */
const REST_OF_THE_DAY_S = 40_000

/** `speed` is how many times as fast as the system's the client's clock runs: the limit's minutes pass as fast. */
export function createFaultLimit(kind: LimitKind, speed: number): FaultLimit {
  const now = () => performance.now() * speed
  const admit = ADMISSIONS[kind]()
  return { kind, refusal: () => admit(now()) }
}

const ADMISSIONS: Record<LimitKind, () => (now: number) => FaultyResponse | null> = {
  minute: () => {
    let window = -1
    let used = 0
    return (now) => {
      const current = Math.floor(now / MINUTE_MS)
      if (current !== window) used = 0
      window = current
      if (++used <= A_MINUTE) return null
      const waitS = Math.ceil(((current + 1) * MINUTE_MS - now) / 1_000)
      return refuse('a minute', { 'retry-after': String(waitS) })
    }
  },
  burst: () => {
    let tokens = BURST
    let filledAt = 0
    return (now) => {
      tokens = Math.min(BURST, tokens + (now - filledAt) * BURST_REFILL_PER_MS)
      filledAt = now
      if (tokens < 1) return refuse('a burst')
      tokens--
      return null
    }
  },
  concurrency: () => {
    let atWork: number[] = []
    return (now) => {
      atWork = atWork.filter((endsAt) => endsAt > now)
      if (atWork.length >= AT_ONCE) return refuse('at once')
      atWork.push(now + TASK_TAKES_MS)
      return null
    }
  },
  day: () => {
    let used = 0
    return () => {
      if (++used <= A_DAY) return null
      const tomorrow = new Date(Date.now() + REST_OF_THE_DAY_S * 1_000)
      return refuse('a day', { 'retry-after': tomorrow.toUTCString() })
    }
  },
}

function refuse(what: string, headers: Readonly<Record<string, string>> = {}): FaultyResponse {
  return { ...respond(429, errorObject(429, `the limit ${what} is reached`), headers), name: `429 ${what}` }
}
