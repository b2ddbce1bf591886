/** Counts how many assets a filter finds and how they divide. */
import type { FacetCount, LibraryFacets } from '#contract/library.ts'
import { LAYOUT_MARKS } from '#contract/rules/layout.ts'
import { ASSET_TYPES } from '#contract/rules/media.ts'
import type { Columns, Single } from './columns.ts'
import { FACETS, FAILS_ALL, typesBySlot } from './filter.ts'

const MOST_VALUES = 200
const RATINGS = ['0', '1', '2', '3', '4', '5']
const EVERY_MARK = 256

/**
 * `failed` are the bits of the `FACETS` that each slot fails; see filter.ts. Under all filters but its own, a facet counts what
 * fails that one and no other. `scratch` is an array of as many numbers to work in.
 */
export function countFacets(columns: Columns, failed: Uint16Array, scratch: Uint32Array): LibraryFacets {
  const { arrays, nameIds } = columns
  const slots = slotsThatCount(failed, scratch)
  const single = (name: Exclude<Single, 'mediaType'>): readonly FacetCount[] =>
    mostFirst(
      nameIds[name].names,
      countCodes(slots, failed, arrays[name], nameIds[name].names.length, FACETS[name]),
    )
  const byMark = countMarks(slots, failed, arrays.marks)
  /** By what `part` makes of a mark: those that fail nothing, and those that fail what `own` stands for. */
  const marks = (own: number, part: (mark: number) => number): Uint32Array => {
    const counts = new Uint32Array(EVERY_MARK)
    for (let mark = 0; mark < EVERY_MARK; mark++) {
      const failing = own === 0 ? 0 : (byMark[own]?.[mark] ?? 0)
      counts[part(mark)] = (counts[part(mark)] ?? 0) + (byMark[0]?.[mark] ?? 0) + failing
    }
    return counts
  }
  return {
    total: marks(0, () => 0)[0] ?? 0,
    types: mostFirst(ASSET_TYPES, countTypes(slots, failed, columns)),
    models: single('model'),
    providers: single('provider'),
    scenes: single('scene'),
    ratings: mostFirst(
      RATINGS,
      marks(FACETS.rating, (mark) => mark >> LAYOUT_MARKS.ratingShift),
    ),
    favorites: marks(FACETS.favorite, (mark) => mark & LAYOUT_MARKS.favorite)[LAYOUT_MARKS.favorite] ?? 0,
    tags: mostFirst(nameIds.tag.names, countTags(slots, failed, columns)),
  }
}

/** How many slots that fail nothing have each media type. */
export function countMediaTypes(
  { arrays, nameIds }: Columns,
  failed: Uint16Array,
): Readonly<Record<string, number>> {
  const slots = Uint32Array.from(failed.keys())
  const counts = countCodes(slots, failed, arrays.mediaType, nameIds.mediaType.names.length, 0)
  const named = nameIds.mediaType.names.map((name, code) => [name, counts[code] ?? 0] as const)
  return Object.fromEntries(named.filter(([, count]) => count > 0))
}

/** Those that fail nothing, or the part of one facet alone: all others count nowhere. */
function slotsThatCount(failed: Uint16Array, slots: Uint32Array): Uint32Array {
  let count = 0
  for (let slot = 0; slot < failed.length; slot++) {
    const bits = failed[slot] ?? 0
    if (bits < FAILS_ALL && (bits & (bits - 1)) === 0) slots[count++] = slot
  }
  return slots.subarray(0, count)
}

function countCodes(
  slots: Uint32Array,
  failed: Uint16Array,
  column: Uint32Array,
  codeCount: number,
  own: number,
): Uint32Array {
  const counts = new Uint32Array(codeCount)
  const others = ~own
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    if (((failed[slot] ?? 0) & others) !== 0) continue
    const code = column[slot] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** How many slots have each mark, by the failed bits: of those that fail nothing, and of those that fail a part of the mark. */
function countMarks(
  slots: Uint32Array,
  failed: Uint16Array,
  marks: Uint8Array,
): readonly (Uint32Array | undefined)[] {
  const counts: (Uint32Array | undefined)[] = Array.from({ length: FAILS_ALL })
  for (const bits of [0, FACETS.rating, FACETS.favorite]) counts[bits] = new Uint32Array(EVERY_MARK)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const byMark = counts[failed[slot] ?? 0]
    const mark = marks[slot] ?? 0
    if (byMark) byMark[mark] = (byMark[mark] ?? 0) + 1
  }
  return counts
}

function countTypes(slots: Uint32Array, failed: Uint16Array, columns: Columns): Uint32Array {
  const counts = new Uint32Array(ASSET_TYPES.length)
  const typeAt = typesBySlot(columns)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    if (((failed[slot] ?? 0) & ~FACETS.type) !== 0) continue
    const type = typeAt(slot)
    counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

function countTags(slots: Uint32Array, failed: Uint16Array, { nameIds, tags }: Columns): Uint32Array {
  const counts = new Uint32Array(nameIds.tag.names.length)
  const others = ~FACETS.tag
  const { values, starts, lengths } = tags
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    if (((failed[slot] ?? 0) & others) !== 0) continue
    const start = starts[slot] ?? 0
    const end = start + (lengths[slot] ?? 0)
    for (let place = start; place < end; place++) {
      const tag = values[place] ?? 0
      counts[tag] = (counts[tag] ?? 0) + 1
    }
  }
  return counts
}

/** Those that occur; the same number in the order of their names. */
function mostFirst(names: readonly string[], counts: Uint32Array): readonly FacetCount[] {
  return names
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES)
}
