/** Computes for every slot which parts of a filter it fails, with a loop over one column for each part. */
import type { LibraryFilter } from '#contract/library.ts'
import { LAYOUT_KINDS, LAYOUT_MARKS } from '#contract/rules/layout.ts'
import { ASSET_TYPES } from '#contract/rules/media.ts'
import type { Reader } from '../../store/reader.ts'
import { PRESENCE, SINGLE, type Columns } from './columns.ts'

/** What is counted, a bit for the part of the filter that belongs to it. */
export const FACETS = {
  type: 1,
  model: 2,
  provider: 4,
  scene: 8,
  tag: 32,
  rating: 64,
  favorite: 128,
} as const

/** Fails what has no facet: text, prompt, time, media type, kind, collection, trash. Such an asset counts nowhere. */
export const FAILS_ALL = 256

const LISTS = {
  mediaType: ['mediaTypes', FAILS_ALL],
  model: ['models', FACETS.model],
  provider: ['providers', FACETS.provider],
  scene: ['scenes', FACETS.scene],
} as const

/**
 * By slot, the bits of the `FACETS` whose part of the filter fails, 0 where all of it matches.
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
  const { arrays, nameIds, count } = columns
  const failed = evicted?.length === count ? evicted.fill(0) : new Uint16Array(count)
  const presence = filter.trashed === true ? PRESENCE.trashed : PRESENCE.here
  failAbsent(failed, arrays.presence, presence)
  if (scores) failMissing(failed, scores)
  if (filter.from !== undefined || filter.to !== undefined) failTimes(columns, filter, failed)
  if (collections) {
    const set = codeSet(collections.map((id) => nameIds.collection.find(id)))
    const { values, starts, lengths } = columns.collections
    for (let slot = 0; slot < count; slot++) {
      let at = starts[slot] ?? 0
      const end = at + (lengths[slot] ?? 0)
      while (at < end && set[values[at] ?? 0] !== 1) at++
      if (at === end) failed[slot] = FAILS_ALL
    }
  }
  for (const name of SINGLE) {
    const [list, bit] = LISTS[name]
    const set = wanted(filter[list], (value) => nameIds[name].find(value))
    if (set) failOthers(failed, arrays[name], set, bit)
  }
  failTypes(columns, filter, failed)
  failMarks(columns, filter, failed)
  const tags = [...new Set(filter.tags)].map((name) => nameIds.tag.find(name))
  for (const tag of tags) failUntagged(columns, tag, failed)
  return failed
}

function failAbsent(failed: Uint16Array, presences: Uint8Array, wantedPresence: number): void {
  for (let slot = 0; slot < failed.length; slot++)
    if (presences[slot] !== wantedPresence) failed[slot] = FAILS_ALL
}

function failMissing(failed: Uint16Array, scores: Uint8Array): void {
  for (let slot = 0; slot < failed.length; slot++) if (scores[slot] === 0) failed[slot] = FAILS_ALL
}

function failTimes({ arrays, count }: Columns, { from, to }: LibraryFilter, failed: Uint16Array): void {
  const first = from ?? Number.NEGATIVE_INFINITY
  const end = to ?? Number.POSITIVE_INFINITY
  for (let slot = 0; slot < count; slot++) {
    const createdAt = arrays.createdAt[slot] ?? 0
    if (createdAt < first || createdAt >= end) failed[slot] = FAILS_ALL
  }
}

function failOthers(failed: Uint16Array, column: Uint32Array, set: Uint8Array, bit: number): void {
  for (let slot = 0; slot < failed.length; slot++)
    if (set[column[slot] ?? 0] !== 1) failed[slot] = (failed[slot] ?? 0) | bit
}

function failTypes(columns: Columns, { types }: LibraryFilter, failed: Uint16Array): void {
  const set = wanted(types, (name) => ASSET_TYPES.findIndex((type) => type === name))
  if (!set) return
  const typeAt = typesBySlot(columns)
  for (let slot = 0; slot < failed.length; slot++)
    if (set[typeAt(slot)] !== 1) failed[slot] = (failed[slot] ?? 0) | FACETS.type
}

/** The place in `ASSET_TYPES` of a slot's type: kinds have the same places there as in a layout. See `assetTypeOf`. */
export function typesBySlot({ arrays, nameIds }: Columns): (slot: number) => number {
  const { mediaType, marks } = arrays
  const character = nameIds.mediaType.find('character')
  const characterType = ASSET_TYPES.indexOf('character')
  return (slot) => (mediaType[slot] === character ? characterType : (marks[slot] ?? 0) & LAYOUT_MARKS.kind)
}

/** Kind, rating and favorite share a byte, so what fails is looked up for each byte that there can be. */
function failMarks({ arrays, count }: Columns, filter: LibraryFilter, failed: Uint16Array): void {
  const kinds = wanted(filter.kinds, (name) => LAYOUT_KINDS.findIndex((kind) => kind === name))
  const { minRating = 0, favorite } = filter
  const bits = Uint16Array.from({ length: 256 }, (_, marks) => {
    const isFavorite = (marks & LAYOUT_MARKS.favorite) !== 0
    return (
      (kinds && kinds[marks & LAYOUT_MARKS.kind] !== 1 ? FAILS_ALL : 0) |
      (marks >> LAYOUT_MARKS.ratingShift < minRating ? FACETS.rating : 0) |
      (favorite !== undefined && favorite !== isFavorite ? FACETS.favorite : 0)
    )
  })
  if (bits.every((bit) => bit === 0)) return
  const { marks } = arrays
  for (let slot = 0; slot < count; slot++) failed[slot] = (failed[slot] ?? 0) | (bits[marks[slot] ?? 0] ?? 0)
}

function failUntagged({ tags, count }: Columns, tag: number, failed: Uint16Array): void {
  const { values, starts, lengths } = tags
  for (let slot = 0; slot < count; slot++) {
    let at = starts[slot] ?? 0
    const end = at + (lengths[slot] ?? 0)
    while (at < end && values[at] !== tag) at++
    if (at === end) failed[slot] = (failed[slot] ?? 0) | FACETS.tag
  }
}

/** An empty list asks for nothing, as an absent one. */
function wanted(names: readonly string[] | undefined, find: (name: string) => number): Uint8Array | null {
  return names && names.length > 0 ? codeSet(names.map(find)) : null
}

/** 1 for each of the nameIds; -1 stands for a name that nothing has. */
function codeSet(nameIds: readonly number[]): Uint8Array {
  const set = new Uint8Array(Math.max(0, ...nameIds) + 1)
  for (const code of nameIds) if (code >= 0) set[code] = 1
  return set
}

/** Enough to leave few candidates after a short search. */
const TELLING_WORDS = 3

/** The longest words of a prompt: every asset made with it contains them. */
export function tellingWords(prompt: string): string {
  const words = new Set(prompt.split(/[\s,;|、。，；｜｡､]+/u))
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
