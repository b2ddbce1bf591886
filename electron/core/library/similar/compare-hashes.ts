/**
 * Compares perceptual hashes: finds the nearest to one, or all groups of similar ones.
 *
 * Two hashes that differ in at most five bits are equal in at least one of six bands, so only hashes that share a band
 * are compared: 250,000 need about a hundred million comparisons instead of thirty billion.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { HashColumns } from './hash-store.ts'
import { countBits, type PerceptualHash } from './perceptual-hash.ts'

/** Most bits that may differ within a group. */
const GROUP_DISTANCE = 5
/** Most bits that may differ from the hash asked about; beyond that it is a different image. */
const NEAR_DISTANCE = 14
/** Where each of the six bands lies: which half, its first bit, and how many bits. Together all 64. */
const BANDS = [
  { isHigh: true, shift: 0, bits: 11 },
  { isHigh: true, shift: 11, bits: 11 },
  { isHigh: true, shift: 22, bits: 10 },
  { isHigh: false, shift: 0, bits: 11 },
  { isHigh: false, shift: 11, bits: 11 },
  { isHigh: false, shift: 22, bits: 10 },
] as const
/** Most hashes of a bucket that are compared. Libraries of one motif have larger buckets. */
const MAX_BUCKET = 3_000
/** Some ten milliseconds where all are alike. */
const COMPARISONS_A_STEP = 500_000

/** The `seq` of the hashes nearest to `hash`, itself included, nearest first. */
export function nearestHashes(table: HashColumns, hash: PerceptualHash, limit: number): readonly number[] {
  const near: { readonly seq: number; readonly distance: number }[] = []
  for (let index = 0; index < table.length; index++) {
    const distance =
      countBits((table.highs[index] ?? 0) ^ hash.high) + countBits((table.lows[index] ?? 0) ^ hash.low)
    if (distance <= NEAR_DISTANCE) near.push({ seq: table.seqs[index] ?? 0, distance })
  }
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ seq }) => seq)
}

/** The `seq` of similar hashes, in groups of two and more. Yields to the event loop. */
export async function groupSimilar(table: HashColumns): Promise<readonly (readonly number[])[]> {
  const parents = Uint32Array.from({ length: table.length }, (_, index) => index)
  let since = 0
  for (const band of BANDS) {
    for (const bucket of await bucketsOf(table, band)) {
      const size = Math.min(bucket.length, MAX_BUCKET)
      for (let first = 0; first < size; first++) {
        joinAlike(table, parents, bucket, first, size)
        since += size - first
        if (since < COMPARISONS_A_STEP) continue
        since = 0
        await yieldToEventLoop()
      }
    }
  }
  return groupsOf(table, parents)
}

async function bucketsOf(
  { length, highs, lows }: HashColumns,
  { isHigh, shift, bits }: (typeof BANDS)[number],
): Promise<readonly (readonly number[])[]> {
  await yieldToEventLoop()
  const buckets: number[][] = Array.from({ length: 1 << bits }, () => [])
  const halves = isHigh ? highs : lows
  const mask = (1 << bits) - 1
  for (let index = 0; index < length; index++) {
    buckets[((halves[index] ?? 0) >>> shift) & mask]?.push(index)
  }
  return buckets
}

function joinAlike(
  { highs, lows }: HashColumns,
  parents: Uint32Array,
  bucket: readonly number[],
  first: number,
  size: number,
): void {
  const one = bucket[first] ?? 0
  const high = highs[one] ?? 0
  const low = lows[one] ?? 0
  for (let second = first + 1; second < size; second++) {
    const other = bucket[second] ?? 0
    const differing = countBits(high ^ (highs[other] ?? 0)) + countBits(low ^ (lows[other] ?? 0))
    if (differing <= GROUP_DISTANCE) parents[rootOf(parents, one)] = rootOf(parents, other)
  }
}

function rootOf(parents: Uint32Array, index: number): number {
  let at = index
  for (;;) {
    const parent = parents[at] ?? at
    if (parent === at) return at
    const above = parents[parent] ?? parent
    parents[at] = above
    at = above
  }
}

function groupsOf(table: HashColumns, parents: Uint32Array): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>()
  for (let index = 0; index < table.length; index++) {
    if (parents[index] === index) continue
    const root = rootOf(parents, index)
    const group = groups.get(root) ?? [table.seqs[root] ?? 0]
    group.push(table.seqs[index] ?? 0)
    groups.set(root, group)
  }
  return Array.from(groups.values())
}
