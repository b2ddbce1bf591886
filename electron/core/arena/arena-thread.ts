/** Runs what needs all assets, or many computations, in a thread that ends with its answer. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ArenaOrder } from './arena-worker.ts'

const YOUNG_MEGABYTES = 16

export function createArenaThread(database: string) {
  const running = new Set<Worker>()
  return {
    /** @throws Error where the database cannot be read, or when Atelier closes. */
    run<Answer>(kind: ArenaOrder['kind']): Promise<Answer> {
      const order: ArenaOrder = { database, kind }
      const worker = new Worker(workerUrl(), {
        execArgv: [],
        workerData: order,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      })
      running.add(worker)
      return new Promise((resolve, reject) => {
        worker.on('message', resolve)
        worker.on('error', reject)
        worker.on('exit', () => {
          running.delete(worker)
          reject(new Error("The arena's thread ended early."))
        })
      })
    },
    close: async (): Promise<void> => {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** `arena-worker.ts` beside this file, or the built `arena-worker.js` beside the entry that this file was bundled into. */
function workerUrl(): URL {
  return new URL(`./arena-worker${extname(import.meta.url)}`, import.meta.url)
}
