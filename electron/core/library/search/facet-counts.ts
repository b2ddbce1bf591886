/** Counts how many assets a filter finds and how they divide. */
import type { FacetCount, LibraryFacets } from '#contract/library.ts'
import { FACETS, type Facet } from '#contract/rules/facets.ts'
import { FAILS_ALL, facetBit, isList, type Columns, type ListName, type PropertyName } from './columns.ts'

const MAX_VALUES = 200

/**
 * `failed` are the bits that each slot fails; see filter.ts. Under all filters but its own, a facet counts what
 * fails that one and no other; of a list, what fails nothing, since another value of it narrows further. `scratch` is an array of as many numbers to work in.
 */
export function countFacets(columns: Columns, failed: Uint16Array, scratch: Uint32Array): LibraryFacets {
  const slots = slotsThatCount(failed, scratch)
  const count = (name: PropertyName | ListName): readonly FacetCount[] => {
    const counts = isList(name)
      ? countListed(columns, name, slots, failed)
      : countCodes(columns, name, slots, failed)
    return mostFirst(columns.nameIds[name].names, counts)
  }
  let total = 0
  for (let at = 0; at < slots.length; at++) if (failed[slots[at] ?? 0] === 0) total++
  const facets = Object.fromEntries(FACETS.map((facet) => [facet, count(facet)])) as Record<
    Facet,
    readonly FacetCount[]
  >
  return {
    ...facets,
    total,
    ratings: count('rating'),
    favorites: count('favorite').find(({ value }) => value === 'true')?.count ?? 0,
  }
}

/** How many slots that fail nothing have each media type. */
export function countMediaTypes(columns: Columns, failed: Uint16Array): Readonly<Record<string, number>> {
  const { names } = columns.nameIds.mediaType
  const counts = countCodes(columns, 'mediaType', Uint32Array.from(failed.keys()), failed)
  const named = names.map((name, code) => [name, counts[code] ?? 0] as const)
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
  { arrays, nameIds }: Columns,
  name: PropertyName,
  slots: Uint32Array,
  failed: Uint16Array,
): Uint32Array {
  const column = arrays[name]
  const counts = new Uint32Array(nameIds[name].names.length)
  const others = ~facetBit(name)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    if (((failed[slot] ?? 0) & others) !== 0) continue
    const code = column[slot] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

function countListed(
  { nameIds, lists }: Columns,
  name: ListName,
  slots: Uint32Array,
  failed: Uint16Array,
): Uint32Array {
  const counts = new Uint32Array(nameIds[name].names.length)
  const { values, starts, lengths } = lists[name]
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    if (failed[slot] !== 0) continue
    const start = starts[slot] ?? 0
    const end = start + (lengths[slot] ?? 0)
    for (let place = start; place < end; place++) {
      const code = values[place] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
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
    .slice(0, MAX_VALUES)
}
