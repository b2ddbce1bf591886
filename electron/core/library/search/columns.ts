/**
 * What assets are filtered, counted and ordered by: a column for each property and a slot for each asset, so that a scan of
 * a large library is a loop over arrays.
 *
 * The tables say which columns there are; reading, filtering, counting and saving follow from them. Slots are in the order of
 * the assets' `seq`; a deleted asset keeps its slot, marked as gone.
 */
import { crc32 } from 'node:zlib'
import type { LibraryFilter } from '#contract/library.ts'
import { FACETS, type Facet } from '#contract/rules/facets.ts'
import { LAYOUT_KINDS, layoutAspect, layoutMarks, parseAssetId } from '#contract/rules/layout.ts'
import { ASSET_TYPES, assetTypeOf } from '#contract/rules/media.ts'
import { createPackedLists, emptyPackedLists, ensureLength, type PackedListsState } from './packed-lists.ts'
import type { SearchRow } from './search-rows.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Words = Uint32Array<ArrayBuffer>

export const PRESENCE = { here: 0, trashed: 1, gone: 2 } as const

const MAX_UINT32 = 0xffff_ffff

/** An array of the column's kind, and its number for a row. Of a size or a length, the largest number sorts as all above it. */
const NUMBERS = {
  seqs: [new Uint32Array(), ({ seq }) => seq],
  createdAt: [new Float64Array(), ({ createdAt }) => createdAt],
  aspects: [new Uint16Array(), ({ width, height }) => layoutAspect(width, height)],
  marks: [new Uint8Array(), ({ kind, favorite, rating }) => layoutMarks(kind, favorite, rating)],
  size: [new Uint32Array(), ({ sizeBytes }) => Math.min(MAX_UINT32, sizeBytes)],
  length: [new Uint32Array(), ({ durationMs }) => Math.min(MAX_UINT32, durationMs)],
  presence: [new Uint8Array(), ({ trashed }) => (trashed ? PRESENCE.trashed : PRESENCE.here)],
  /** To tell when the texts change. */
  textSums: [new Uint32Array(), ({ texts }) => crc32(Object.values(texts).join('\0'))],
} satisfies Record<string, readonly [array: unknown, of: (row: SearchRow) => number]>

/** A property of which an asset has one value: its column holds the number of the value among its names. */
interface Property {
  readonly of: (row: SearchRow) => string
  /** The values that a filter asks for; none where it does not ask. */
  readonly wanted: (filter: LibraryFilter) => readonly string[] | undefined
  /** All that there are, with these numbers, in a byte each. */
  readonly values?: readonly string[]
}

const RATINGS = ['0', '1', '2', '3', '4', '5'] as const

/** Those of a facet bear its name. */
const FACET_VALUES: Readonly<Record<Exclude<Facet, ListName>, Omit<Property, 'wanted'>>> = {
  types: { of: assetTypeOf, values: ASSET_TYPES },
  models: { of: ({ model }) => model },
  providers: { of: ({ provider }) => provider },
  scenes: { of: ({ scene }) => scene },
}

const TABLE = {
  ...mapNames(FACET_VALUES, (property, facet) => ({
    ...property,
    wanted: (filter: LibraryFilter) => filter[facet],
  })),
  mediaType: { of: ({ mediaType }) => mediaType, wanted: ({ mediaTypes }) => mediaTypes },
  kind: { of: ({ kind }) => kind, wanted: ({ kinds }) => kinds, values: LAYOUT_KINDS },
  rating: {
    of: ({ rating }) => String(rating),
    wanted: ({ minRating = 0 }) => RATINGS.slice(minRating === 0 ? RATINGS.length : minRating),
    values: RATINGS,
  },
  favorite: {
    of: ({ favorite }) => String(favorite),
    wanted: ({ favorite }) => (favorite === undefined ? undefined : [String(favorite)]),
    values: ['false', 'true'],
  },
} satisfies Record<string, Property>

export type PropertyName = keyof typeof TABLE
export const PROPERTIES: Readonly<Record<PropertyName, Property>> = TABLE

/** Properties of which an asset has any number of values. */
const LISTS = {
  tags: ({ tags }) => tags,
  collection: ({ collections }) => collections,
} satisfies Record<string, (row: SearchRow) => readonly string[]>

export type ListName = keyof typeof LISTS
type Named = PropertyName | ListName
type ListsState = PackedListsState<Words>

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly PropertyName[]
/** Their values are counted, under all parts of a filter but their own. */
const COUNTED: readonly string[] = [...FACETS, 'rating', 'favorite']

/** Marks an asset that fails a part of a filter whose values are not counted: it counts nowhere. */
export const FAILS_ALL = 0x8000

/** Marks an asset that fails this part of a filter alone; 0 where its values are not counted. */
export function facetBit(name: Named): number {
  const place = COUNTED.indexOf(name)
  return place === -1 ? 0 : 1 << place
}

export function isList(name: Named): name is ListName {
  return name in LISTS
}

const NUMBER_NAMES = Object.keys(NUMBERS) as readonly (keyof typeof NUMBERS)[]
const LIST_NAMES = Object.keys(LISTS) as readonly ListName[]

/** They hold at least as many slots as there are; they are replaced when they grow, so do not hold them over a `put`. */
export type ColumnArrays = { readonly [Name in keyof typeof NUMBERS]: (typeof NUMBERS)[Name][0] } & {
  readonly [Name in PropertyName]: Bytes | Words
} & {
  /** 16 bytes each, as in a layout; zeros for an id of another form than `asset_` and 32 hexadecimal digits. */
  readonly ids: Bytes
}

export interface ColumnsState {
  readonly count: number
  readonly arrays: ColumnArrays
  readonly names: Readonly<Record<Named, readonly string[]>>
  readonly lists: Readonly<Record<ListName, ListsState>>
}

/** What saved columns must have been made by. */
export const COLUMNS_FORM = [...NUMBER_NAMES, ...LIST_NAMES, JSON.stringify(PROPERTIES)].join(' ')

const ID_BYTES = 16
const NO_ID = new Uint8Array(ID_BYTES)

export type Columns = ReturnType<typeof createColumns>

export function createColumns(saved: ColumnsState = NO_COLUMNS) {
  let { count, arrays } = saved
  const nameIds = mapNames(saved.names, createNameIds)
  const lists = mapNames(saved.lists, createPackedLists<Words>)
  const slotOf = (seq: number): number => findSlot(arrays.seqs, count, seq)
  const take = (seq: number): number => {
    const slot = slotOf(seq)
    if (slot !== -1) return slot
    if (count > 0 && (arrays.seqs[count - 1] ?? 0) > seq) throw new Error('An asset came in out of order.')
    arrays = grown(arrays, count + 1)
    return count++
  }
  return {
    get count(): number {
      return count
    },
    get arrays(): ColumnArrays {
      return arrays
    },
    nameIds,
    lists,
    /** The slot of an asset, or -1. */
    slotOf,
    /**
     * Writes the row into its slot, and returns the slot.
     *
     * @throws Error when an asset that is not known has a lower `seq` than one that is.
     */
    put: (row: SearchRow): number => {
      const slot = take(row.seq)
      arrays.ids.set(parseAssetId(row.id) ?? NO_ID, slot * ID_BYTES)
      for (const name of NUMBER_NAMES) arrays[name][slot] = NUMBERS[name][1](row)
      for (const name of PROPERTY_NAMES) arrays[name][slot] = nameIds[name].idOf(PROPERTIES[name].of(row))
      for (const name of LIST_NAMES) {
        const values = LISTS[name](row)
        if (values.length === 0 && (lists[name].lengths[slot] ?? 0) === 0) continue
        lists[name].put(slot, Uint32Array.from(values, nameIds[name].idOf), values.length)
      }
      return slot
    },
    /** Marks the asset as deleted; returns its slot, or -1. */
    remove: (seq: number): number => {
      const slot = slotOf(seq)
      if (slot !== -1) arrays.presence[slot] = PRESENCE.gone
      return slot
    },
    get state(): ColumnsState {
      return {
        count,
        arrays,
        names: mapNames(nameIds, ({ names }) => names),
        lists: mapNames(lists, ({ state }) => state),
      }
    },
  }
}

/** The slot of an asset, or -1. `seqs` are ascending. */
function findSlot(seqs: Uint32Array, count: number, seq: number): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const at = seqs[middle] ?? 0
    if (at === seq) return middle
    if (at < seq) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function mapNames<Name extends string, Value, Other>(
  values: Readonly<Record<Name, Value>>,
  of: (value: Value, name: Name) => Other,
): Record<Name, Other> {
  const entries = Object.entries<Value>(values).map(([name, value]) => [name, of(value, name as Name)])
  return Object.fromEntries(entries) as Record<Name, Other>
}

function grown(arrays: ColumnArrays, count: number): ColumnArrays {
  if (arrays.seqs.length >= count) return arrays
  const { ids, ...rest } = arrays
  const room = ensureLength(arrays.seqs, count).length
  const longer = mapNames(rest, (array) => ensureLength(array, room))
  return { ...longer, ids: ensureLength(ids, room * ID_BYTES) } as ColumnArrays
}

const NO_COLUMNS: ColumnsState = {
  count: 0,
  arrays: {
    ...mapNames(NUMBERS, ([array]) => array),
    ...mapNames(PROPERTIES, ({ values }) => (values ? new Uint8Array() : new Uint32Array())),
    ids: new Uint8Array(),
  } as ColumnArrays,
  names: {
    ...mapNames(PROPERTIES, ({ values = [] }) => values),
    ...mapNames(LISTS, () => []),
  },
  lists: mapNames(LISTS, () => emptyPackedLists(new Uint32Array())),
}

/** Numbers names that many assets share, such as models and tags, in the order of their first use. */
function createNameIds(saved: readonly string[]) {
  const names = [...saved]
  const numbers = new Map(names.map((name, number) => [name, number]))
  return {
    /** The names by number. */
    names,
    /** The number of a name, or -1 where no asset ever had it. */
    find: (name: string): number => numbers.get(name) ?? -1,
    /** The number of a name: that which it has, or the next. */
    idOf: (name: string): number => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
