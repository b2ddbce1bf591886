/**
 * Handles requests in the search worker: opens the index with the first one, brings it up to date before each, and saves it
 * to its file. Where the index has to be made of all rows, they wait for it, except for those that the rows answer.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { openReader, type Reader } from '../../store/reader.ts'
import { LibraryQueries } from './library-queries.ts'
import { readIndexFile, writeIndexFile } from './index-file.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import {
  isEverything,
  type SearchCall,
  type SearchMessage,
  type SearchPlaces,
  type SearchRequest,
} from './search-messages.ts'
import { createSearchRows, type SearchRows } from './search-rows.ts'

/** The index of a smaller library is not saved: it is made in no time. */
const MIN_SAVED = 2_000
/** Saves after this many changes while running, and at least this share of all assets; and after fewer at the end. */
const MANY_CHANGES = 5_000
const MANY_SHARE = 0.1
const SOME_CHANGES = 1_000

interface Open {
  readonly db: Reader
  readonly index: SearchIndex
  readonly queries: LibraryQueries
}

export function createSearchThread(
  places: SearchPlaces,
  send: (message: SearchMessage, transfer?: ArrayBuffer[]) => void,
) {
  let opening: Promise<void> | null = null
  /** The rows, while the index is being made of them. */
  let rows: SearchRows | null = null
  let opened: Open | null = null
  const waiting: SearchCall[] = []
  let changes = 0

  /** Done at once where there is a saved index that fits. */
  const open = async (): Promise<void> => {
    const db = openReader(places.database)
    try {
      rows = createSearchRows(db)
      const saved = readIndexFile(places.indexFile)
      const making = openSearchIndex(rows, saved)
      let step = making.next()
      for (; step.done !== true; step = making.next()) await yieldToEventLoop()
      const index = step.value
      opened = { db, index, queries: new LibraryQueries(db, index) }
      // Made from the rows: worth saving after any number of changes.
      if (index.revision.token !== saved?.revision.token) changes = Number.POSITIVE_INFINITY
    } catch (error) {
      rows = null
      db.close()
      throw error
    }
    send({ kind: 'ready' })
  }
  /** Whoever asks next opens it again. */
  const giveUp = (error: unknown): void => {
    opening = null
    for (const { id } of waiting.splice(0)) send(failureOf(id, error))
  }
  /** Where the disk refuses, and in a small library, the next start reads the rows. */
  const save = ({ index }: Open, enough: number): void => {
    if (changes < enough) return
    changes = 0
    try {
      if (index.columns.count >= MIN_SAVED) writeIndexFile(places.indexFile, index.state())
      send({ kind: 'saved', revision: index.revision.number })
    } catch {
      // Tried again after as many changes.
    }
  }
  const respond = (at: Open, { id, request }: SearchCall): void => {
    if (request.kind === 'close') {
      save(at, at.index.hasUnsavedNames() ? 0 : SOME_CHANGES)
      at.db.close()
      return sendResponse(id, null)
    }
    at.db.atOnce(() => {
      const changed = at.index.catchUp()
      if (changed > 0) at.queries.changed()
      changes += changed
      sendResponse(id, responseTo(request, at.queries))
    })
    save(at, Math.max(MANY_CHANGES, at.index.columns.count * MANY_SHARE))
  }
  const sendResponse = (id: number, data: unknown): void =>
    send({ kind: 'response', id, data }, data instanceof Uint8Array ? [data.buffer as ArrayBuffer] : [])
  const handle = (call: SearchCall): void => {
    const { id, request } = call
    try {
      opening ??= open().then(() => waiting.splice(0).forEach(handle), giveUp)
      if (opened) respond(opened, call)
      // A first grid does not wait for the index.
      else if (rows && request.kind === 'layout' && isEverything(request.query))
        sendResponse(id, rows.layout())
      else waiting.push(call)
    } catch (error) {
      send(failureOf(id, error))
    }
  }
  return { handle }
}

function responseTo(request: Exclude<SearchRequest, { kind: 'close' }>, queries: LibraryQueries): unknown {
  switch (request.kind) {
    case 'query':
      return queries.query(request.query)
    case 'facets':
      return queries.facets(request.filter)
    case 'layout':
      return queries.layout(request.query)
    case 'stats':
      return queries.stats()
    case 'catch-up':
      return null
  }
}

function failureOf(id: number, error: unknown): SearchMessage {
  const message = error instanceof Error ? error.message : String(error)
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return { kind: 'failure', id, message, ...(typeof errcode === 'number' && { errcode }) }
}
