/**
 * Starts and ends the local service: opens the stores, starts the threads, listens on 127.0.0.1.
 *
 * The composition root; the only file that knows all the parts. The command line is `main.ts`'s business.
 */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './http/app.ts'
import { createImageMaker } from './makers/image-maker.ts'
import { settleOptions, type LocalServiceOptions } from './options.ts'
import { createApiKeys } from './store/api-keys.ts'
import { createContactStore } from './store/contact-store.ts'
import { openDatabase } from './store/database.ts'
import { createFileStore } from './store/file-store.ts'
import { createInputStore } from './store/input-store.ts'
import { createTaskStore } from './store/task-store.ts'
import { createTaskRunner } from './tasks/task-runner.ts'

export interface LocalService {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly baseUrl: string
  /** The first user's key. */
  readonly apiKey: string
  /** Adds a key for a user of this name and answers it. */
  addApiKey(owner: string): string
  /** Stops listening and drawing. Unfinished tasks go on at the next start. */
  close(): Promise<void>
}

/**
 * Starts the service. Rejects with the system's error when `dataDir` cannot be written, is in use by another service, or
 * when the port is taken.
 */
export async function startLocalService(wanted: LocalServiceOptions): Promise<LocalService> {
  const options = settleOptions(wanted)
  const database = openDatabase(options.dataDir)
  const makers = [createImageMaker(options.workers)]
  let baseUrl = ''

  async function release(): Promise<void> {
    await Promise.all(makers.map((maker) => maker.close()))
    database.close()
  }

  try {
    const apiKeys = createApiKeys(database, options.now)
    const tasks = createTaskStore(database, options.now)
    const files = createFileStore(database, options.dataDir, options.temporaryFileMs, options.now)
    const inputs = createInputStore(options.dataDir)
    const contacts = createContactStore(database, options.now)
    const runner = createTaskRunner({
      tasks,
      files,
      inputs,
      findMaker: (task) =>
        makers.find(({ models }) => models.some(({ model }) => model === task.model)) ?? null,
      paceMs: options.paceMs,
    })
    const apiKey = apiKeys.first(options.apiKey)
    const parts = { options, apiKeys, contacts, files, inputs, tasks, runner, makers, baseUrl: () => baseUrl }
    const answer = getRequestListener(createApp(parts).fetch, { overrideGlobalObjects: false })
    const server = createServer((request, response) => void answer(request, response))
    baseUrl = `http://127.0.0.1:${await listen(server, options.port)}`
    runner.resume()
    return {
      baseUrl,
      apiKey,
      addApiKey: (owner) => apiKeys.add(owner),
      async close() {
        await stopListening(server)
        await runner.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
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
