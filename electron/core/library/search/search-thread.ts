/**
 * The work of the search's thread: opens the index when it is first needed, brings it up to date before every answer, and
 * keeps it in its file.
 */
import { openReader, type Reader } from '../../store/reader.ts'
import { createAnswers, type Answers } from './answers.ts'
import { readIndexFile, writeIndexFile } from './index-file.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchMessage, SearchPlaces, SearchRequest } from './search-messages.ts'
import { createSearchRows } from './search-rows.ts'

export interface SearchThread {
  take(id: number, request: SearchRequest): void
}

/** A smaller library is read anew in less time than it is worth. */
const LEAST_KEPT = 2_000
/** Changes since the index was kept that are worth keeping it: at work, as a part of all, and at the end. */
const MANY_CHANGES = 5_000
const MANY_PART = 0.1
const SOME_CHANGES = 1_000

interface Open {
  readonly db: Reader
  readonly index: SearchIndex
  readonly answers: Answers
}

export function createSearchThread(
  places: SearchPlaces,
  say: (message: SearchMessage, transfer?: ArrayBuffer[]) => void,
): SearchThread {
  let opened: Open | null = null
  let changes = 0

  const open = (): Open => {
    if (opened) return opened
    const db = openReader(places.database)
    try {
      const kept = readIndexFile(places.indexFile)
      const index = openSearchIndex(createSearchRows(db), kept)
      opened = { db, index, answers: createAnswers(db, index) }
      // Read anew: that is worth keeping whatever its size.
      if (index.revision.token !== kept?.revision.token) changes = Number.POSITIVE_INFINITY
    } catch (error) {
      db.close()
      throw error
    }
    say({ kind: 'ready' })
    return opened
  }
  const upToDate = ({ index, answers }: Open): void => {
    const changed = index.catchUp()
    if (changed > 0) answers.changed()
    changes += changed
  }
  /** Derived data: where the disk refuses it, the next start reads the rows. */
  const keep = ({ index }: Open, enough: number): void => {
    if (index.columns.count < LEAST_KEPT || changes < enough) return
    changes = 0
    try {
      writeIndexFile(places.indexFile, index.state())
      say({ kind: 'kept', revision: index.revision.number })
    } catch {
      // Tried again after as many changes.
    }
  }
  const answer = (id: number, request: SearchRequest): void => {
    if (request.kind === 'close') {
      if (opened) keep(opened, SOME_CHANGES)
      opened?.db.close()
      say({ kind: 'answer', id, data: null })
      return
    }
    const at = open()
    at.db.atOnce(() => {
      upToDate(at)
      switch (request.kind) {
        case 'query':
          return say({ kind: 'answer', id, data: at.answers.query(request.query) })
        case 'facets':
          return say({ kind: 'answer', id, data: at.answers.facets(request.filter) })
        case 'layout': {
          const bytes = at.answers.layout(request.query)
          return say({ kind: 'answer', id, data: bytes }, [bytes.buffer])
        }
        case 'stats':
          return say({ kind: 'answer', id, data: at.answers.stats() })
        case 'catch-up':
          return say({ kind: 'answer', id, data: null })
      }
    })
    keep(at, Math.max(MANY_CHANGES, at.index.columns.count * MANY_PART))
  }
  return {
    take: (id, request) => {
      try {
        answer(id, request)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
        say({ kind: 'failure', id, message, ...(typeof errcode === 'number' && { errcode }) })
      }
    },
  }
}
