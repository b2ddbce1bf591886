/** The rates of generate requests and of polls. A limit that counts both together is noticed, and lowers both. */
import { createBucket, freshBucket, type Bucket, type BucketState } from './bucket.ts'

/** Generate requests and polls refused within this of each other: one limit counts both. */
const TOGETHER_MS = 60_000
/** For so long it is remembered that one limit counts both. */
export const SHARED_MEMORY_MS = 60 * 60_000

/** Requests a minute to begin with, and how many at once. A service on this computer is asked more often. */
const START = {
  remote: { perMinute: 60, burst: 10 },
  local: { perMinute: 300, burst: 30 },
} as const

type Kind = 'submit' | 'poll'

export interface Rates extends Readonly<Record<Kind, Bucket>> {
  /** Lowers the rate of one kind of request after a refusal, and of both where one limit counts both. */
  lower(kind: Kind, now: number, waitMs: number, askedMs: number): void
  /** When such a request was last refused; -Infinity for never. */
  refusedAt(kind: Kind): number
}

export function createRates(stored: Readonly<Record<Kind, BucketState>> | null, local: boolean): Rates {
  const { perMinute, burst } = local ? START.local : START.remote
  const buckets: Record<Kind, Bucket> = {
    submit: createBucket(stored?.submit ?? freshBucket(perMinute), burst),
    poll: createBucket(stored?.poll ?? freshBucket(perMinute), burst),
  }
  const refusedAt: Record<Kind, number> = { submit: -Infinity, poll: -Infinity }
  let sharedAt = -Infinity
  return {
    submit: buckets.submit,
    poll: buckets.poll,
    refusedAt: (kind) => refusedAt[kind],
    lower: (kind, now, waitMs, askedMs) => {
      const other = kind === 'submit' ? 'poll' : 'submit'
      refusedAt[kind] = now
      if (now - refusedAt[other] < TOGETHER_MS) sharedAt = now
      buckets[kind].refused(now, waitMs, askedMs)
      if (now - sharedAt < SHARED_MEMORY_MS) buckets[other].refused(now, waitMs, askedMs)
    },
  }
}
