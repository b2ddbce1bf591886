/**
 * Runs the search worker and sends it requests: starts it with the first one, and replaces it when it crashes.
 *
 * A request that was open during a crash is sent again once. A worker that crashes before it is ready may have read a bad
 * index file, so that file is removed: it is derived.
 */
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SearchCall, SearchMessage, SearchPlaces, SearchRequest } from './search-messages.ts'

export interface SearchWorkerDeps extends SearchPlaces {
  readonly log: (line: string) => void
  /** Called when no start will read the changes up to `revision`: the index file holds them, or a small library is read anew. */
  readonly onSaved: (revision: number) => void
  /** For tests: another script for the worker. */
  readonly script?: URL
}

const MAX_TRIES = 2
/**
 * Half of the default: the worker's objects are short-lived and the memory belongs to the whole host.
 * https://nodejs.org/api/worker_threads.html#workerresourcelimits
 */
const YOUNG_MEGABYTES = 16

interface OpenRequest {
  readonly request: SearchRequest
  readonly resolve: (data: unknown) => void
  readonly reject: (error: Error) => void
  tries: number
}

export class SearchWorkerClient {
  /** Whether the worker has loaded the index and responds without delay. */
  isReady = false
  readonly #deps: SearchWorkerDeps
  readonly #open = new Map<number, OpenRequest>()
  #worker: Worker | null = null
  #isClosed = false
  #lastId = 0
  #removing: Promise<void> = Promise.resolve()

  constructor(deps: SearchWorkerDeps) {
    this.#deps = deps
  }

  get isStarted(): boolean {
    return this.#worker !== null
  }

  /** @throws Error when the worker fails, with SQLite's `errcode` where it has one. */
  request(request: SearchRequest): Promise<unknown> {
    return new Promise((resolve, reject) => this.#send({ request, resolve, reject, tries: 0 }))
  }

  async close(): Promise<void> {
    const worker = this.#worker
    // A worker that still reads a large library is not waited for.
    const ending = worker && this.isReady ? this.request({ kind: 'close' }).catch(() => undefined) : null
    this.#isClosed = true
    await ending
    this.#worker = null
    await worker?.terminate()
    for (const { reject } of this.#open.values()) reject(new Error('Atelier is closing.'))
    this.#open.clear()
  }

  #send(open: OpenRequest): void {
    if (this.#isClosed) return open.reject(new Error('Atelier is closing.'))
    this.#worker ??= this.#start()
    open.tries++
    const call: SearchCall = { id: ++this.#lastId, request: open.request }
    this.#open.set(call.id, open)
    this.#worker.postMessage(call, [])
  }

  #start(): Worker {
    const { database, indexFile, script = workerUrl() } = this.#deps
    const worker = new Worker(script, {
      execArgv: [],
      workerData: { database, indexFile } satisfies SearchPlaces,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', (message: SearchMessage) => this.#receive(message))
    worker.on('error', (error) =>
      this.#crashed(worker, error instanceof Error ? error.message : String(error)),
    )
    worker.on('exit', () => this.#crashed(worker, 'it exited'))
    return worker
  }

  #receive(message: SearchMessage): void {
    switch (message.kind) {
      case 'ready':
        this.isReady = true
        return
      case 'saved':
        this.#deps.onSaved(message.revision)
        return
      case 'response':
        this.#take(message.id)?.resolve(message.data)
        return
      case 'failure': {
        const error = new Error(message.message)
        this.#take(message.id)?.reject(Object.assign(error, { errcode: message.errcode }))
      }
    }
  }

  #take(id: number): OpenRequest | undefined {
    const open = this.#open.get(id)
    this.#open.delete(id)
    return open
  }

  #crashed(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const requests = [...this.#open.values()]
    this.#open.clear()
    if (!this.#isClosed) this.#deps.log(`The search worker crashed: ${reason}.`)
    if (!this.isReady) this.#removing = rm(this.#deps.indexFile, { force: true }).catch(() => undefined)
    this.isReady = false
    for (const open of requests) {
      if (this.#isClosed || open.request.kind === 'catch-up' || open.tries >= MAX_TRIES) {
        open.reject(new Error(`The search worker crashed: ${reason}.`))
      } else void this.#removing.then(() => this.#send(open))
    }
  }
}

/** `search-worker.ts` beside this file, or the built `search-worker.js` beside the entry that this file was bundled into. */
function workerUrl(): URL {
  return new URL(`./search-worker${extname(import.meta.url)}`, import.meta.url)
}
