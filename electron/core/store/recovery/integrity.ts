/**
 * The thorough check of library.db, in a thread of its own, while Atelier works.
 *
 * At 250,000 assets it takes seconds, so no start waits for it (inspect.ts).
 */
import { Worker } from 'node:worker_threads'
import { extname } from 'node:path'
import type { Message } from '#contract/messages/message.ts'
import type { IntegrityOrder } from './integrity-worker.ts'

/** It asks SQLite and keeps nothing: what a thread takes for young objects by default stays with the host when it ends. */
const YOUNG_MEGABYTES = 4

/**
 * What is wrong with the database; null when it is valid.
 *
 * @throws the reason of `signal`, or an error when the check could not be made.
 */
export async function checkIntegrity(order: IntegrityOrder, signal: AbortSignal): Promise<Message | null> {
  signal.throwIfAborted()
  const worker = new Worker(integrityWorkerUrl(), {
    execArgv: [],
    workerData: order,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<Message | null>((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('The check ended early.')))
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/**
 * Finds the script of the check's thread: `integrity-worker.ts` beside this file, or the built `integrity-worker.js` beside
 * the built entry that this file was bundled into.
 *
 * The script's file URL.
 */
function integrityWorkerUrl(): URL {
  return new URL(`./integrity-worker${extname(import.meta.url)}`, import.meta.url)
}
