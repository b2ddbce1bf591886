/**
 * Starts and ends the sample service: opens the stores, starts the threads, listens on 127.0.0.1.
 *
 * The composition root; the only file that knows all the parts. The command line is `main.ts`'s business.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './http/app.ts'
import { createBodies } from './http/bodies.ts'
import { boundConnections } from './http/authentication.ts'
import { type LocalServiceOptions, settleOptions } from './options.ts'
import { createApiKeys, FIRST_OWNER } from './store/api-keys.ts'
import { openDatabase } from './store/database.ts'
import { createFileStore, type FileStore } from './store/file-store.ts'
import { createInputStore, createScratch } from './store/task-files.ts'
import { createContactStore, createTaskStore, createUsageStore } from './store/task-store.ts'
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
  readonly apiKey: string
  /** The keys of the further users that the options name, by user. */
  readonly userKeys: Readonly<Record<string, string>>
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
  const openPool = (size: number, silence: number, memoryMegabytes: number) =>
    new WorkerPool<ThreadJob, unknown>(mediaWorkerUrl(), size, { silenceMs: silence, memoryMegabytes })
  const pool = openPool(options.workers, silenceMs, MAKING_MEGABYTES)
  const readers = openPool(1, readingMs, READING_MEGABYTES)
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

type Pool = WorkerPool<ThreadJob, unknown>

async function serve(
  options: ReturnType<typeof settleOptions>,
  database: DatabaseSync,
  { pool, readers }: { readonly pool: Pool; readonly readers: Pool },
  release: () => Promise<void>,
): Promise<LocalService> {
  const { dataDir, now, bounds, makers, paceMs } = options
  const stores = {
    apiKeys: createApiKeys(database, now),
    contacts: createContactStore(database, now),
    files: createFileStore(database, options),
    inputs: createInputStore(dataDir),
    tasks: createTaskStore(database, now),
    usage: createUsageStore(database),
  }
  const { apiKeys, files, inputs, tasks } = stores
  const runner = new TaskRunner({ ...stores, scratch: createScratch(dataDir), pool, makers, paceMs })
  const apiKey = apiKeys.settle(FIRST_OWNER, options.apiKey)
  const userKeys = Object.entries(options.users).map(([owner, key]) => [owner, apiKeys.settle(owner, key)])
  let baseUrl = ''
  const app = createApp({
    ...stores,
    options,
    runner,
    bodies: createBodies(bounds.heldBodyBytes),
    readers,
    log: createRequestLog(now),
    makers,
    load: () => pool.load(),
    baseUrl: () => baseUrl,
  })
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const times = {
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  }
  const server = createServer(times, (request, response) => void respond(request, response))
  boundConnections(server, bounds.connections)
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  baseUrl = `http://127.0.0.1:${address.port}`
  runner.resume()
  await inputs.dropAllBut(tasks.open())
  const ending = new AbortController()
  const sweeping = keepSweeping(files, ending.signal)
  const close = async (): Promise<void> => {
    ending.abort()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    await runner.close()
    await sweeping
    await release()
  }
  let closed: Promise<void> | null = null
  return {
    baseUrl,
    apiKey,
    userKeys: Object.fromEntries(userKeys) as Record<string, string>,
    addApiKey: (owner) => apiKeys.add(owner),
    close: () => (closed ??= close()),
  }
}

/** Sweeps at once and then every hour; resolves when it has stopped. A sweep that fails is tried again in an hour. */
async function keepSweeping(files: FileStore, ending: AbortSignal): Promise<void> {
  await files.removeOrphans().catch(() => undefined)
  while (!ending.aborted) {
    await files.sweep().catch(() => undefined)
    await wait(SWEEP_EVERY_MS, undefined, { signal: ending, ref: false }).catch(() => undefined)
  }
}
