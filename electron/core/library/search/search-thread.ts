/**
 * Handles requests in the search worker: opens the index with the first one, brings it up to date before each, and saves it
 * to its file.
 */
import { openReader, type Reader } from '../../store/reader.ts'
import { LibraryQueries } from './library-queries.ts'
import { readIndexFile, writeIndexFile } from './index-file.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchMessage, SearchPlaces, SearchRequest } from './search-messages.ts'
import { createSearchRows } from './search-rows.ts'

/** The index of a smaller library is not saved: it is made in no time. */
const LEAST_SAVED = 2_000
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
  let opened: Open | null = null
  let changes = 0

  const open = (): Open => {
    if (opened) return opened
    const db = openReader(places.database)
    try {
      const saved = readIndexFile(places.indexFile)
      const index = openSearchIndex(createSearchRows(db), saved)
      opened = { db, index, queries: new LibraryQueries(db, index) }
      // Made from the rows: worth saving after any number of changes.
      if (index.revision.token !== saved?.revision.token) changes = Number.POSITIVE_INFINITY
    } catch (error) {
      db.close()
      throw error
    }
    send({ kind: 'ready' })
    return opened
  }
  const bringUpToDate = ({ index, queries }: Open): void => {
    const changed = index.catchUp()
    if (changed > 0) queries.changed()
    changes += changed
  }
  /** Where the disk refuses, the next start reads the rows. */
  const save = ({ index }: Open, enough: number): void => {
    if (index.columns.count < LEAST_SAVED || changes < enough) return
    changes = 0
    try {
      writeIndexFile(places.indexFile, index.state())
      send({ kind: 'saved', revision: index.revision.number })
    } catch {
      // Tried again after as many changes.
    }
  }
  const respond = (id: number, request: SearchRequest): void => {
    if (request.kind === 'close') {
      if (opened) save(opened, SOME_CHANGES)
      opened?.db.close()
      send({ kind: 'response', id, data: null })
      return
    }
    const at = open()
    at.db.atOnce(() => {
      bringUpToDate(at)
      switch (request.kind) {
        case 'query':
          return send({ kind: 'response', id, data: at.queries.query(request.query) })
        case 'facets':
          return send({ kind: 'response', id, data: at.queries.facets(request.filter) })
        case 'layout': {
          const bytes = at.queries.layout(request.query)
          return send({ kind: 'response', id, data: bytes }, [bytes.buffer])
        }
        case 'stats':
          return send({ kind: 'response', id, data: at.queries.stats() })
        case 'catch-up':
          return send({ kind: 'response', id, data: null })
      }
    })
    save(at, Math.max(MANY_CHANGES, at.index.columns.count * MANY_SHARE))
  }
  return {
    handle: (id: number, request: SearchRequest): void => {
      try {
        respond(id, request)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
        send({ kind: 'failure', id, message, ...(typeof errcode === 'number' && { errcode }) })
      }
    },
  }
}
