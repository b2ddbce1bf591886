/**
 * Answers queries, facets and layouts of the library from a thread of its own, so that the host's event loop never waits.
 *
 * The thread starts with the first question. One that crashes is replaced and asked again, once; what it keeps in its file is
 * derived and thrown away where it may be the cause.
 */
import { rm } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Asset, LayoutQuery, LibraryFacets, LibraryFilter, LibraryStats } from '#contract/library.ts'
import type { Page } from '#contract/route.ts'
import type { Database } from '../../store/database.ts'
import { isDamage } from '../../store/damage.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { DEFAULT_LIMIT, newestAssets, readAssets, type LibraryQuery } from '../assets/read-assets.ts'
import type { FoundPage } from './answers.ts'
import { formatCursor } from './result-order.ts'
import type { SearchCall, SearchMessage, SearchPlaces, SearchRequest } from './search-messages.ts'
import { searchWorkerUrl } from './search-worker-url.ts'

export type LibraryPage = Page<Asset> & { readonly total: number }

export interface Search {
  query(query: LibraryQuery): Promise<Result<LibraryPage>>
  facets(filter: LibraryFilter): Promise<Result<LibraryFacets>>
  /** The whole result in order, as layout.ts of the contract lays it down; the bytes are the caller's alone. */
  layout(query: LayoutQuery): Promise<Result<Uint8Array<ArrayBuffer>>>
  stats(): Promise<Result<LibraryStats>>
  /** Tells that much was written, so that a thread at work reads it before somebody asks. */
  changed(): void
  close(): Promise<void>
}

export interface SearchDeps extends SearchPlaces {
  readonly db: Database
  readonly log: (line: string) => void
  /** For tests: another script for the thread. */
  readonly script?: URL
}

/** A thread may crash on the same question again: it is not asked a third time. */
const MOST_TRIES = 2
/** The longest log of changes to shorten in one go. */
const CHANGES_A_STEP = 2_000
/**
 * Half of what a thread takes by default: its objects are short-lived and the memory goes to the whole host.
 * https://nodejs.org/api/worker_threads.html#workerresourcelimits
 */
const YOUNG_MEGABYTES = 16

interface Question {
  readonly request: SearchRequest
  readonly resolve: (data: unknown) => void
  readonly reject: (error: Error) => void
  tries: number
}

export function createSearch(deps: SearchDeps): Search {
  const { db, log, database, indexFile, script = searchWorkerUrl() } = deps
  const open = new Map<number, Question>()
  let worker: Worker | null = null
  let isReady = false
  let isClosed = false
  let lastId = 0
  let isReadingOn = false
  let mending: Promise<void> = Promise.resolve()
  let shortening: Promise<void> = Promise.resolve()

  const start = (): Worker => {
    const thread = new Worker(script, {
      execArgv: [],
      workerData: { database, indexFile } satisfies SearchPlaces,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    thread.on('message', hear)
    thread.on('error', (error) => crashed(thread, error instanceof Error ? error.message : String(error)))
    thread.on('exit', () => crashed(thread, 'it ended by itself'))
    return thread
  }
  const hear = (message: SearchMessage): void => {
    switch (message.kind) {
      case 'ready':
        isReady = true
        return
      case 'kept':
        shortening = shortening.then(() => shortenChanges(message.revision))
        return
      case 'answer':
        settle(message.id)?.resolve(message.data)
        return
      case 'failure': {
        const error = new Error(message.message)
        settle(message.id)?.reject(Object.assign(error, { errcode: message.errcode }))
      }
    }
  }
  const settle = (id: number): Question | undefined => {
    const question = open.get(id)
    open.delete(id)
    return question
  }
  const crashed = (thread: Worker, why: string): void => {
    if (worker !== thread) return
    worker = null
    const questions = [...open.values()]
    open.clear()
    if (!isClosed) log(`The search's thread crashed: ${why}.`)
    if (!isReady) mending = rm(indexFile, { force: true }).catch(() => undefined)
    isReady = false
    for (const question of questions) {
      if (isClosed || question.request.kind === 'catch-up' || question.tries >= MOST_TRIES) {
        question.reject(new Error(`The search's thread crashed: ${why}.`))
      } else void mending.then(() => put(question))
    }
  }
  const put = (question: Question): void => {
    if (isClosed) return question.reject(new Error('Atelier is closing.'))
    worker ??= start()
    question.tries++
    const call: SearchCall = { id: ++lastId, request: question.request }
    open.set(call.id, question)
    worker.postMessage(call, [])
  }
  const ask = (request: SearchRequest): Promise<unknown> =>
    new Promise((resolve, reject) => put({ request, resolve, reject, tries: 0 }))
  /** Lets the thread read what it does not know yet, while nobody waits. */
  const readOn = (): void => {
    if (isReadingOn) return
    isReadingOn = true
    void ask({ kind: 'catch-up' })
      .catch(() => undefined)
      .finally(() => (isReadingOn = false))
  }
  const answer = async <Value>(request: SearchRequest): Promise<Result<Value>> => {
    try {
      return succeed((await ask(request)) as Value)
    } catch (error) {
      log(`A search failed: ${error instanceof Error ? error.message : String(error)}`)
      if (isDamage(error)) db.foundDamage(error)
      const disk = diskFailure(error)
      if (disk) return { ok: false, error: disk }
      return fail('internal', 'The search failed. Your library is not touched by it; try again.')
    }
  }
  /** Drops what the kept index holds already, a little at a time, but for the line by which it is known again. */
  const shortenChanges = async (revision: number): Promise<void> => {
    try {
      while (!isClosed) {
        const first = Number(
          db.get('SELECT min(revision) AS first FROM asset_changes')?.['first'] ?? revision,
        )
        if (first >= revision) return
        db.run('DELETE FROM asset_changes WHERE revision < ?', Math.min(revision, first + CHANGES_A_STEP))
        await breathe()
      }
    } catch (error) {
      log(`The log of changes was not shortened: ${String(error)}`)
    }
  }

  return {
    query: async (query) => {
      const limit = query.limit ?? DEFAULT_LIMIT
      if (isReady || !isEverything(query)) {
        const answered = await answer<Result<FoundPage>>({ kind: 'query', query: { ...query, limit } })
        if (!answered.ok) return answered
        return answered.data.ok ? succeed(withAssets(db, answered.data.data)) : answered.data
      }
      readOn()
      return succeed(withAssets(db, newestPage(db, limit)))
    },
    facets: (filter) => answer({ kind: 'facets', filter }),
    layout: (query) => answer({ kind: 'layout', query }),
    stats: () => answer({ kind: 'stats' }),
    changed: () => {
      if (worker) readOn()
    },
    close: async () => {
      const thread = worker
      // One that still reads a large library is not waited for.
      const ending = thread && isReady ? ask({ kind: 'close' }).catch(() => undefined) : null
      isClosed = true
      await ending
      worker = null
      await thread?.terminate()
      for (const question of open.values()) question.reject(new Error('Atelier is closing.'))
      open.clear()
      await shortening
    },
  }
}

/** The newest page without any filter: it can be answered before the thread has read the library. */
function isEverything({ sort = 'newest', limit: _limit, ...rest }: LibraryQuery): boolean {
  return sort === 'newest' && Object.values(rest).every((part) => part === undefined)
}

function withAssets(db: Database, { seqs, nextCursor, total }: FoundPage): LibraryPage {
  return { items: readAssets(db, seqs), nextCursor, total }
}

function newestPage(db: Database, limit: number): FoundPage {
  const { rows, total } = newestAssets(db, limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    seqs: page.map(({ seq }) => seq),
    nextCursor: last ? formatCursor({ rank: 0, ...last }) : null,
    total,
  }
}
