/**
 * The search index: a copy of what the search needs of every asset.
 *
 * library.db stays the truth. The index reads its changes before every query, is saved to a file between starts, and is made
 * anew from the rows whenever it may not match.
 */
import type { Language } from '#contract/rules/languages.ts'
import { createColumns, type Columns, type ColumnsState, type ColumnArrays } from './columns.ts'
import { createNameOrder, type NameOrder, type NameOrderState } from './name-order.ts'
import type { Revision, SearchRow, SearchRows } from './search-rows.ts'
import { TextIndex, type TextIndexState, type TextsOf } from './text-index.ts'

export interface SearchIndex {
  readonly columns: Columns
  /** The slots, oldest first. */
  byTime(): Uint32Array
  /** As `NameOrder.ranks`. */
  nameRanks(language: Language): Uint32Array
  /** As `NameOrder.language`. */
  nameLanguage(): Language
  /** As `NameOrder.isUnsaved`. */
  hasUnsavedNames(): boolean
  /** As `TextIndex.search`. */
  scores(search: string, used?: Uint8Array): Uint8Array | null
  /** Reads changes of the database. @returns how many assets changed. */
  catchUp(): number
  readonly revision: Revision
  /** What is saved between starts. */
  state(): SearchIndexState
}

export interface SearchIndexState {
  readonly revision: Revision
  readonly columns: ColumnsState
  readonly order: Uint32Array<ArrayBuffer>
  /** As `NameOrder.state`. */
  readonly names: NameOrderState | null
  readonly text: TextIndexState
}

/** Rows that are read at once while catching up. */
const STEP = 1_000
/** While all rows are read, postings are made anew at each half of what they hold: all in all, three times. */
const READ_SHARE = 0.5

/**
 * The saved index, at the first step, where it belongs to this library.db; else one made from all rows, some in each step, so
 * that others have the thread in between.
 */
export function* openSearchIndex(
  rows: SearchRows,
  saved: SearchIndexState | null,
): Generator<void, SearchIndex> {
  // Taken before the rows are read: what changes meanwhile is read again.
  const before = rows.revision()
  return saved && rows.holds(saved.revision)
    ? createSearchIndex(rows, createParts(rows, saved), saved.revision)
    : createSearchIndex(rows, yield* readAll(rows), before)
}

function createSearchIndex(rows: SearchRows, known: Parts, knownRevision: Revision): SearchIndex {
  let parts = known
  let revision = knownRevision
  const textsOf: TextsOf = (slots) => {
    const { seqs } = parts.columns.arrays
    const texts = rows.texts(new Map(slots.map((slot) => [seqs[slot] ?? 0, tagsOf(parts.columns, slot)])))
    return slots.map((slot) => texts.get(seqs[slot] ?? 0) ?? null)
  }
  const startAnew = (): number => {
    revision = rows.revision()
    const reading = readAll(rows)
    let step = reading.next()
    while (!step.done) step = reading.next()
    parts = step.value
    return parts.columns.count
  }
  return {
    get columns() {
      return parts.columns
    },
    get revision() {
      return revision
    },
    byTime: () => parts.order.sorted(),
    nameRanks: (language) => parts.names.ranks(language),
    nameLanguage: () => parts.names.language(),
    hasUnsavedNames: () => parts.names.isUnsaved(),
    scores: (search, used) => parts.text.search(search, parts.columns.count, textsOf, used),
    catchUp: () => {
      const now = rows.revision()
      if (now.number === revision.number && now.token === revision.token) return 0
      if (!rows.holds(revision)) return startAnew()
      const changed = rows.changedBetween(revision.number, now.number)
      for (let from = 0; from < changed.length; from += STEP) {
        const seqs = changed.slice(from, from + STEP)
        const read = rows.read(seqs)
        // Only what came into the table past its counter, as by another program, has a place that is taken.
        if (read.some((row) => isOutOfOrder(parts.columns, row))) return startAnew()
        const there = new Set(read.map(({ seq }) => seq))
        for (const row of read) put(parts, row)
        for (const seq of seqs) if (!there.has(seq)) remove(parts, seq)
      }
      parts.text.tidy()
      revision = now
      return changed.length
    },
    state: () => ({
      revision,
      columns: parts.columns.state,
      order: Uint32Array.from(parts.order.sorted()),
      names: parts.names.state(),
      text: parts.text.state(),
    }),
  }
}

function tagsOf({ lists: { tags }, nameIds }: Columns, slot: number): readonly string[] {
  const start = tags.starts[slot] ?? 0
  const codes = tags.values.subarray(start, start + (tags.lengths[slot] ?? 0))
  return Array.from(codes, (code) => nameIds.tags.names[code] ?? '')
}

interface Parts {
  readonly columns: Columns
  readonly order: TimeOrder
  readonly names: NameOrder
  readonly text: TextIndex
}

function createParts(rows: SearchRows, saved?: SearchIndexState): Parts {
  const columns = createColumns(saved?.columns)
  return {
    columns,
    order: createTimeOrder(() => columns.arrays, saved?.order),
    names: createNameOrder(columns, rows, saved?.names),
    text: new TextIndex(saved?.text),
  }
}

function* readAll(rows: SearchRows): Generator<void, Parts> {
  const parts = createParts(rows)
  for (let read = rows.after(0); read.length > 0; read = rows.after(read.at(-1)?.seq ?? 0)) {
    for (const row of read) put(parts, row)
    // Lists of words take several times as much as postings.
    parts.text.tidy(READ_SHARE)
    yield
  }
  parts.text.tidy(0)
  return parts
}

function isOutOfOrder({ count, arrays, slotOf }: Columns, { seq }: SearchRow): boolean {
  return count > 0 && seq < (arrays.seqs[count - 1] ?? 0) && slotOf(seq) === -1
}

function put({ columns, order, names, text }: Parts, row: SearchRow): void {
  const known = columns.slotOf(row.seq)
  const { createdAt, textSums } = columns.arrays
  const before = known === -1 ? null : { createdAt: createdAt[known], textSum: textSums[known] }
  const slot = columns.put(row)
  if (before?.createdAt !== row.createdAt) order.put(slot, known === -1)
  // Ratings and trash change often and texts seldom: unchanged texts are not split into words again.
  if (before?.textSum === columns.arrays.textSums[slot]) return
  names.put(slot)
  text.put(slot, row.texts)
}

function remove({ columns, names }: Parts, seq: number): void {
  const slot = columns.remove(seq)
  // Whoever looks for the place of a name compares it with those of other slots.
  if (slot !== -1) names.put(slot)
}

type TimeOrder = ReturnType<typeof createTimeOrder>

/**
 * The slots in the order of creation: by time, then by slot.
 *
 * `arrays` gives the columns as they are.
 */
export function createTimeOrder(arrays: () => ColumnArrays, saved: Uint32Array = new Uint32Array()) {
  let order = saved
  let fresh: number[] = []
  let isStale = false
  const byTime = (one: number, other: number): number => {
    const { createdAt } = arrays()
    return (createdAt[one] ?? 0) - (createdAt[other] ?? 0) || one - other
  }
  return {
    /** Adds a slot, or moves it after its time changed. */
    put: (slot: number, isFresh: boolean): void => {
      if (isFresh) fresh.push(slot)
      else isStale = true
    },
    /** All slots, oldest first. Good until the next `put`. */
    sorted: (): Uint32Array => {
      if (fresh.length > 0) order = merge(order, Uint32Array.from(fresh).toSorted(byTime), byTime)
      if (isStale) order = order.toSorted(byTime)
      fresh = []
      isStale = false
      return order
    },
  }
}

function merge(
  old: Uint32Array,
  fresh: Uint32Array,
  compare: (one: number, other: number) => number,
): Uint32Array {
  const merged = new Uint32Array(old.length + fresh.length)
  let oldAt = old.length - 1
  let at = merged.length - 1
  // From the end: what is new is mostly the newest.
  for (let freshAt = fresh.length - 1; freshAt >= 0; at--) {
    const slot = fresh[freshAt] ?? 0
    if (oldAt >= 0 && compare(old[oldAt] ?? 0, slot) > 0) merged[at] = old[oldAt--] ?? 0
    else {
      merged[at] = slot
      freshAt--
    }
  }
  merged.set(old.subarray(0, oldAt + 1))
  return merged
}
