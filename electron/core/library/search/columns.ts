/**
 * What assets are filtered, counted and ordered by: a column for each property and a slot for each asset, so that a scan of
 * a large library is a loop over arrays.
 *
 * Slots are in the order of the assets' `seq`; a deleted asset keeps its slot, marked as gone.
 */
import { layoutAspect, layoutMarks, parseAssetId } from '#contract/rules/layout.ts'
import {
  ensureLength,
  createPackedLists,
  emptyPackedLists,
  type PackedLists,
  type PackedListsState,
} from './packed-lists.ts'
import type { SearchRow } from './search-rows.ts'

/** Properties of which an asset has exactly one value. */
export const SINGLE = ['mediaType', 'model', 'provider', 'scene'] as const
export type Single = (typeof SINGLE)[number]

export const PRESENCE = { here: 0, trashed: 1, gone: 2 } as const

/** The arrays hold at least `count` slots; they are replaced when they grow, so do not hold them over a `put`. */
export interface ColumnArrays {
  readonly seqs: Uint32Array<ArrayBuffer>
  /** 16 bytes each, as in a layout; zeros for an id of another form than `asset_` and 32 hexadecimal digits. */
  readonly ids: Uint8Array<ArrayBuffer>
  readonly createdAt: Float64Array<ArrayBuffer>
  /** As in a layout. */
  readonly aspects: Uint16Array<ArrayBuffer>
  /** In bytes and in milliseconds, up to the largest number there is room for: larger ones sort as the same. */
  readonly sizes: Uint32Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** Kind, favorite and rating, as in a layout. */
  readonly marks: Uint8Array<ArrayBuffer>
  /** CRC-32 of the texts, to tell when they change. */
  readonly textSums: Uint32Array<ArrayBuffer>
  /** One of `PRESENCE`. */
  readonly presence: Uint8Array<ArrayBuffer>
  /** Numbers of `nameIds`. */
  readonly mediaType: Uint32Array<ArrayBuffer>
  readonly model: Uint32Array<ArrayBuffer>
  readonly provider: Uint32Array<ArrayBuffer>
  readonly scene: Uint32Array<ArrayBuffer>
}

export type Columns = ReturnType<typeof createColumns>

export interface ColumnsState {
  readonly count: number
  readonly arrays: ColumnArrays
  readonly names: Readonly<Record<Single | 'tag' | 'collection', readonly string[]>>
  readonly tags: PackedListsState<Uint32Array<ArrayBuffer>>
  readonly collections: PackedListsState<Uint32Array<ArrayBuffer>>
}

const ID_BYTES = 16

export function createColumns(saved: ColumnsState = NO_COLUMNS) {
  let { count, arrays } = saved
  const nameIds = {
    mediaType: createNameIds(saved.names.mediaType),
    model: createNameIds(saved.names.model),
    provider: createNameIds(saved.names.provider),
    scene: createNameIds(saved.names.scene),
    tag: createNameIds(saved.names.tag),
    collection: createNameIds(saved.names.collection),
  }
  const tags = createPackedLists(saved.tags)
  const collections = createPackedLists(saved.collections)
  const putCodes = (
    lists: PackedLists<Uint32Array<ArrayBuffer>>,
    known: NameIds,
    slot: number,
    names: readonly string[],
  ): void => {
    if (names.length === 0 && (lists.lengths[slot] ?? 0) === 0) return
    lists.put(
      slot,
      Uint32Array.from(names, (name) => known.idOf(name)),
      names.length,
    )
  }
  const slotOf = (seq: number): number => findSlot(arrays.seqs, count, seq)
  const take = (seq: number): number => {
    const slot = slotOf(seq)
    if (slot !== -1) return slot
    if (count > 0 && (arrays.seqs[count - 1] ?? 0) > seq) throw new Error('An asset came in out of order.')
    arrays = roomFor(arrays, count + 1)
    arrays.seqs[count] = seq
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
    tags,
    collections,
    /** The slot of an asset, or -1. */
    slotOf,
    /**
     * Writes the row into its slot, and returns the slot.
     *
     * @throws Error when an asset that is not known has a lower `seq` than one that is.
     */
    put: (row: SearchRow): number => {
      const slot = take(row.seq)
      writeNumbers(arrays, slot, row)
      for (const name of SINGLE) arrays[name][slot] = nameIds[name].idOf(row[name])
      putCodes(tags, nameIds.tag, slot, row.tags)
      putCodes(collections, nameIds.collection, slot, row.collections)
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
        names: namesOf(nameIds),
        tags: tags.state,
        collections: collections.state,
      }
    },
  }
}

function writeNumbers(arrays: ColumnArrays, slot: number, row: SearchRow): void {
  arrays.ids.set(parseAssetId(row.id) ?? NO_ID, slot * ID_BYTES)
  arrays.createdAt[slot] = row.createdAt
  arrays.aspects[slot] = layoutAspect(row.width, row.height)
  arrays.sizes[slot] = Math.min(MOST_UINT32, row.sizeBytes)
  arrays.lengths[slot] = Math.min(MOST_UINT32, row.durationMs)
  arrays.marks[slot] = layoutMarks(row.kind, row.favorite, row.rating)
  arrays.presence[slot] = row.trashed ? PRESENCE.trashed : PRESENCE.here
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

function namesOf({
  mediaType,
  model,
  provider,
  scene,
  tag,
  collection,
}: Columns['nameIds']): ColumnsState['names'] {
  return {
    mediaType: mediaType.names,
    model: model.names,
    provider: provider.names,
    scene: scene.names,
    tag: tag.names,
    collection: collection.names,
  }
}

const MOST_UINT32 = 0xffff_ffff
const NO_ID = new Uint8Array(ID_BYTES)

const NO_COLUMNS: ColumnsState = {
  count: 0,
  arrays: {
    seqs: new Uint32Array(),
    ids: new Uint8Array(),
    createdAt: new Float64Array(),
    aspects: new Uint16Array(),
    sizes: new Uint32Array(),
    lengths: new Uint32Array(),
    marks: new Uint8Array(),
    textSums: new Uint32Array(),
    presence: new Uint8Array(),
    mediaType: new Uint32Array(),
    model: new Uint32Array(),
    provider: new Uint32Array(),
    scene: new Uint32Array(),
  },
  names: { mediaType: [], model: [], provider: [], scene: [], tag: [], collection: [] },
  tags: emptyPackedLists(new Uint32Array()),
  collections: emptyPackedLists(new Uint32Array()),
}

/** Room for as many slots in each of them. */
function roomFor(arrays: ColumnArrays, count: number): ColumnArrays {
  const seqs = ensureLength(arrays.seqs, count)
  const room = seqs.length
  if (seqs === arrays.seqs) return arrays
  return {
    seqs,
    ids: ensureLength(arrays.ids, room * ID_BYTES),
    createdAt: ensureLength(arrays.createdAt, room),
    aspects: ensureLength(arrays.aspects, room),
    sizes: ensureLength(arrays.sizes, room),
    lengths: ensureLength(arrays.lengths, room),
    marks: ensureLength(arrays.marks, room),
    textSums: ensureLength(arrays.textSums, room),
    presence: ensureLength(arrays.presence, room),
    mediaType: ensureLength(arrays.mediaType, room),
    model: ensureLength(arrays.model, room),
    provider: ensureLength(arrays.provider, room),
    scene: ensureLength(arrays.scene, room),
  }
}

type NameIds = ReturnType<typeof createNameIds>

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
