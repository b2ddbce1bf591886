/**
 * The gallery's filter, and how the user's choices change it.
 *
 * A filter holds no empty parts, so that two of the same meaning are the same data.
 */
import type { LibraryFilter } from '#contract/library.ts'
import { FACETS, type Facet } from '#contract/rules/facets.ts'

/** Lists that a script may put into a saved search; the page has no facet for them. */
const SCRIPT_PARTS = ['mediaTypes', 'kinds'] as const
export type ListPart = Facet | (typeof SCRIPT_PARTS)[number]

export const EVERYTHING: LibraryFilter = {}
export const TRASH: LibraryFilter = { trashed: true }

/** Removes parts of `patch` that are undefined, false or empty. */
export function patched(
  filter: LibraryFilter,
  patch: Partial<Record<keyof LibraryFilter, unknown>>,
): LibraryFilter {
  const parts = Object.entries({ ...filter, ...patch }).filter(([, value]) => isSaid(value))
  return Object.fromEntries(parts)
}

export function listOf(filter: LibraryFilter, part: ListPart): readonly string[] {
  return filter[part] ?? []
}

/** With `value` in the list, or without it where it was in. */
export function toggled(filter: LibraryFilter, part: ListPart, value: string): LibraryFilter {
  const list = listOf(filter, part)
  return patched(filter, {
    [part]: list.includes(value) ? list.filter((one) => one !== value) : [...list, value],
  })
}

/** Keeps only the place: a collection or the trash. */
export function withoutNarrowing({ collectionId, trashed }: LibraryFilter): LibraryFilter {
  return patched({}, { collectionId, trashed })
}

/** One condition of a filter, shown and removed as a chip. */
export interface FilterPart {
  readonly part: keyof LibraryFilter
  /** Of a list. */
  readonly value?: string
}

/** The conditions as chips: not the text, which is in the search field, nor the place. */
export function narrowingParts(filter: LibraryFilter): readonly FilterPart[] {
  const single = (['prompt', 'minRating', 'favorite', 'from', 'to'] as const)
    .filter((part) => filter[part] !== undefined)
    .map((part) => ({ part }))
  const lists = [...FACETS, ...SCRIPT_PARTS].flatMap((part) =>
    listOf(filter, part).map((value) => ({ part, value })),
  )
  return [...lists, ...single]
}

export function withoutPart(filter: LibraryFilter, { part, value }: FilterPart): LibraryFilter {
  return value === undefined
    ? patched(filter, { [part]: undefined })
    : toggled(filter, part as ListPart, value)
}

/** Whether there is any condition, the text included. */
export function isNarrowed(filter: LibraryFilter): boolean {
  return (filter.text ?? '').trim() !== '' || narrowingParts(filter).length > 0
}

/** Whether the two find the same, whatever the order of their parts. */
export function isSameFilter(one: LibraryFilter, other: LibraryFilter): boolean {
  return stable(one) === stable(other)
}

function stable(filter: LibraryFilter): string {
  const parts = Object.entries(patched(filter, {})).map(([part, value]) => [
    part,
    Array.isArray(value)
      ? value.map(String).toSorted(byText)
      : typeof value === 'string'
        ? value.trim()
        : value,
  ])
  return JSON.stringify(parts.toSorted(([a], [b]) => byText(String(a), String(b))))
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'string') return value !== ''
  return value !== undefined && value !== null && value !== false
}
