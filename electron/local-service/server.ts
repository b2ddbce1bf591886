/**
 * Starts and ends the sample service: opens the stores, starts the threads, listens on 127.0.0.1.
 *
 * The composition root; the only file that knows all the parts. The command line is `main.ts`'s business.
 */
import { createServer, type Server } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './http/app.ts'
import { createBodies } from './http/bodies.ts'
import { boundConnections } from './http/authentication.ts'
import { type LocalServiceOptions, settleOptions } from './options.ts'
import { type ApiKeys, createApiKeys, FIRST_OWNER } from './store/api-keys.ts'
import { createBlobStore } from './store/blob-store.ts'
import { inTransaction, openDatabase } from './store/database.ts'
import { createFileStore } from './store/file-store.ts'
import { createInputStore, createScratch } from './store/task-files.ts'
import { createRetention, type Retention } from './store/retention.ts'
import { createTaskStore, createUsageStore } from './store/task-store.ts'
import { createContactStore } from './store/contact-store.ts'
import { createRequestLog } from './studio/request-log.ts'
import { TaskRunner } from './tasks/task-runner.ts'
import type { ThreadJob } from './workers/media-worker.ts'
import { mediaWorkerUrl, WorkerPool } from './workers/worker-pool.ts'

const SWEEP_EVERY_MS = 3_600_000
/** A video of full size is drawn from layers of 20 MB each; nothing that is read needs much. */
const MAKING_MEGABYTES = 1_024
const READING_MEGABYTES = 256
/** Time limits are checked this often. */
const CHECK_EVERY_MS = 1_000
const KEEP_ALIVE_MS = 5_000

export interface LocalService {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly baseUrl: string
  /** The first user's key. */
  readonly apiKey: string
  /** The keys of the further users that the options name, by user. */
  readonly userKeys: Readonly<Record<string, string>>
  /** Adds a key for a user of this name and returns it. */
  addApiKey(owner: string): string
  /** Stops listening and working. Unfinished tasks go on at the next start. */
  close(): Promise<void>
}

/**
 * Starts the service. Rejects with the system's error when `dataDir` cannot be written, is in use by another service, or
 * when the port is taken.
 */
export async function startLocalService(wanted: LocalServiceOptions): Promise<LocalService> {
  const options = settleOptions(wanted)
  const database = openDatabase(options.dataDir)
  const { readingMs, silenceMs } = options.bounds
  const makingBounds = { silenceMs, memoryMegabytes: MAKING_MEGABYTES }
  const readingBounds = { silenceMs: readingMs, memoryMegabytes: READING_MEGABYTES }
  const pool = new WorkerPool<ThreadJob, unknown>(mediaWorkerUrl(), options.workers, makingBounds)
  const readers = new WorkerPool<ThreadJob, unknown>(mediaWorkerUrl(), 1, readingBounds)
  const release = async (): Promise<void> => {
    await Promise.all([pool.close(), readers.close()])
    database.close()
  }
  try {
    return await serve(options, database, { pool, readers }, release)
  } catch (error) {
    await release()
    throw error
  }
}

type Options = ReturnType<typeof settleOptions>
type Pool = WorkerPool<ThreadJob, unknown>

async function serve(
  options: Options,
  database: DatabaseSync,
  { pool, readers }: { readonly pool: Pool; readonly readers: Pool },
  release: () => Promise<void>,
): Promise<LocalService> {
  const { now, bounds } = options
  const stores = openStores(options, database)
  const { apiKeys, files, inputs, tasks, usage } = stores
  const runner = createRunner(options, database, pool, stores)
  const apiKey = apiKeys.settle(FIRST_OWNER, options.apiKey)
  const userKeys = settleUsers(apiKeys, options.users)
  let baseUrl = ''
  const app = createApp({
    options,
    apiKeys,
    contacts: createContactStore(database, now),
    files,
    inputs,
    tasks,
    runner,
    bodies: createBodies(bounds.heldBodyBytes),
    readers,
    usage,
    log: createRequestLog(now),
    makers: options.makers,
    load: () => pool.load(),
    baseUrl: () => baseUrl,
  })
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(
    {
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    (request, response) => void respond(request, response),
  )
  boundConnections(server, bounds.connections)
  baseUrl = `http://127.0.0.1:${await listen(server, options.port)}`
  runner.resume()
  await inputs.dropAllBut(tasks.open())
  const ending = new AbortController()
  const sweeping = startSweeping(stores.retention, ending.signal)
  const close = async (): Promise<void> => {
    ending.abort()
    await stopListening(server)
    await runner.close()
    await sweeping
    await release()
  }
  let closed: Promise<void> | null = null
  return {
    baseUrl,
    apiKey,
    userKeys,
    addApiKey: (owner) => apiKeys.add(owner),
    close: () => (closed ??= close()),
  }
}

function openStores({ dataDir, now, temporaryFileMs, retention }: Options, database: DatabaseSync) {
  const blobs = createBlobStore(dataDir)
  return {
    apiKeys: createApiKeys(database, now),
    tasks: createTaskStore(database, now),
    files: createFileStore(database, blobs, temporaryFileMs, now),
    inputs: createInputStore(dataDir),
    usage: createUsageStore(database),
    retention: createRetention(database, blobs, retention, now),
  }
}

function createRunner(
  { dataDir, makers, paceMs }: Options,
  database: DatabaseSync,
  pool: Pool,
  { tasks, files, inputs, usage }: ReturnType<typeof openStores>,
) {
  return new TaskRunner({
    tasks,
    files,
    inputs,
    scratch: createScratch(dataDir),
    pool,
    recordSuccess(task, kept) {
      inTransaction(database, () => {
        files.record(task.id, kept)
        tasks.end(task.id, 'SUCCESS')
        usage.count(task)
      })
    },
    findMaker: ({ model }) =>
      makers.find(({ models }) => models.some((listed) => listed.model === model)) ?? null,
    paceMs,
  })
}

function settleUsers(
  apiKeys: ApiKeys,
  users: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(users).map(([owner, key]) => [owner, apiKeys.settle(owner, key)]))
}

/** Sweeps at once and then every hour; resolves when it has stopped. A sweep that fails is tried again in an hour. */
async function startSweeping(retention: Retention, ending: AbortSignal): Promise<void> {
  await retention.removeOrphans().catch(() => undefined)
  while (!ending.aborted) {
    await retention.sweep().catch(() => undefined)
    await wait(SWEEP_EVERY_MS, undefined, { signal: ending, ref: false }).catch(() => undefined)
  }
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return address.port
}

async function stopListening(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
