/** Computes for every slot which parts of a filter it fails, with a loop over one column for each part. */
import type { LibraryFilter } from '#contract/library.ts'
import type { Reader } from '../../store/reader.ts'
import { FAILS_ALL, facetBit, PRESENCE, PROPERTIES, PROPERTY_NAMES, type Columns } from './columns.ts'
import type { PackedLists } from './packed-lists.ts'

/**
 * By slot, the bits of the facets whose part of the filter fails, or `FAILS_ALL`; 0 where all of it matches.
 *
 * `scores` are those of the filter's text, `collections` the ids of its collection and those nested in it; null for none.
 * `evicted` is an array to reuse: they are large and needed for every key press.
 */
export function failedParts(
  columns: Columns,
  filter: LibraryFilter,
  scores: Uint8Array | null,
  collections: readonly string[] | null,
  evicted?: Uint16Array,
): Uint16Array {
  const { arrays, nameIds, lists, count } = columns
  const failed = evicted?.length === count ? evicted.fill(0) : new Uint16Array(count)
  failAbsent(failed, arrays.presence, filter.trashed === true ? PRESENCE.trashed : PRESENCE.here)
  if (scores) failMissing(failed, scores)
  if (filter.from !== undefined || filter.to !== undefined) failTimes(columns, filter, failed)
  for (const name of PROPERTY_NAMES) {
    const values = PROPERTIES[name].wanted(filter) ?? []
    if (values.length === 0) continue
    const bits = new Uint16Array(nameIds[name].names.length).fill(facetBit(name) || FAILS_ALL)
    // A name that nothing has is at -1, where an array of numbers takes nothing.
    for (const value of values) bits[nameIds[name].find(value)] = 0
    failOthers(failed, arrays[name], bits)
  }
  for (const tag of new Set(filter.tags)) failUnlisted(failed, lists.tags, codeSet([nameIds.tags.find(tag)]))
  if (collections) {
    failUnlisted(failed, lists.collection, codeSet(collections.map(nameIds.collection.find)))
  }
  return failed
}

function failAbsent(failed: Uint16Array, presences: Uint8Array, wanted: number): void {
  for (let slot = 0; slot < failed.length; slot++) if (presences[slot] !== wanted) failed[slot] = FAILS_ALL
}

function failMissing(failed: Uint16Array, scores: Uint8Array): void {
  for (let slot = 0; slot < failed.length; slot++) if (scores[slot] === 0) failed[slot] = FAILS_ALL
}

function failTimes({ arrays }: Columns, { from, to }: LibraryFilter, failed: Uint16Array): void {
  const { createdAt: times } = arrays
  const first = from ?? Number.NEGATIVE_INFINITY
  const end = to ?? Number.POSITIVE_INFINITY
  for (let slot = 0; slot < failed.length; slot++) {
    const createdAt = times[slot] ?? 0
    if (createdAt < first || createdAt >= end) failed[slot] = FAILS_ALL
  }
}

/** `bits` are what a slot fails, by its code: looked up without a branch, which takes a third of the time. */
function failOthers(failed: Uint16Array, column: Uint8Array | Uint32Array, bits: Uint16Array): void {
  for (let slot = 0; slot < failed.length; slot++)
    failed[slot] = (failed[slot] ?? 0) | (bits[column[slot] ?? 0] ?? 0)
}

/** Fails the slots whose list holds none of the set. */
function failUnlisted(
  failed: Uint16Array,
  { values, starts, lengths }: PackedLists<Uint32Array<ArrayBuffer>>,
  set: Uint8Array,
): void {
  for (let slot = 0; slot < failed.length; slot++) {
    let at = starts[slot] ?? 0
    const end = at + (lengths[slot] ?? 0)
    while (at < end && set[values[at] ?? 0] !== 1) at++
    if (at === end) failed[slot] = FAILS_ALL
  }
}

/** 1 for each of the codes; -1 stands for a name that nothing has. */
function codeSet(codes: readonly number[]): Uint8Array {
  const set = new Uint8Array(Math.max(0, ...codes) + 1)
  for (const code of codes) if (code >= 0) set[code] = 1
  return set
}

/** Enough to leave few candidates after a short search. */
const TELLING_WORDS = 3

/** The longest words of a prompt, without quotes, which mean something in a search: every asset made with it contains them. */
export function tellingWords(prompt: string): string {
  const words = new Set(prompt.split(/[\s,;|、。，；｜｡､"＂“-‟«»]+/u))
  const longFirst = [...words].toSorted((a, b) => b.length - a.length)
  return longFirst.slice(0, TELLING_WORDS).join(' ')
}

/**
 * Marks in `failed` every slot whose asset was not made with exactly this prompt. `scores` are those of its `tellingWords`; null
 * where it has none.
 */
export function failOtherPrompts(
  db: Reader,
  { arrays: { seqs } }: Columns,
  prompt: { readonly text: string; readonly scores: Uint8Array | null },
  failed: Uint16Array,
): void {
  const likely: number[] = []
  for (let slot = 0; slot < failed.length; slot++) {
    const isLikely = ((failed[slot] ?? 0) & FAILS_ALL) === 0 && prompt.scores?.[slot] !== 0
    if (isLikely) likely.push(seqs[slot] ?? 0)
  }
  const rows = db.arrays(
    'SELECT seq FROM assets WHERE prompt = ? AND seq IN (SELECT value FROM json_each(?))',
    prompt.text,
    JSON.stringify(likely),
  )
  const same = new Set(rows.map(([seq]) => Number(seq)))
  for (let slot = 0; slot < failed.length; slot++) if (!same.has(seqs[slot] ?? 0)) failed[slot] = FAILS_ALL
}
