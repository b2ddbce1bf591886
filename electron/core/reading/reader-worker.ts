/**
 * Entry of the process that reads files from outside: receives `ReaderCall`s, sends `ReaderMessage`s. Nothing else in Atelier
 * parses or decodes them, so that a file can stop this process and no other.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { restrictDecoding } from '../library/thumbnails/load-sharp.ts'
import type { WithPixels } from '../library/thumbnails/image-limits.ts'
import { doReading } from './do-reading.ts'
import { createPixelBudget } from './pixel-budget.ts'
import { MOST_DECODES_AT_ONCE, MOST_PIXELS_AT_ONCE } from './reader-limits.ts'
import type { ReaderCall, ReaderMessage } from './readings.ts'

interface Channel {
  send(message: ReaderMessage): void
  onCall(listener: (call: ReaderCall) => void): void
}

/** Electron's port where it started this process, else the channel of `fork`. */
function openChannel(): Channel {
  const { parentPort } = process as unknown as { readonly parentPort?: ElectronPort }
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message, []),
      onCall: (listener) => parentPort.on('message', ({ data }) => listener(data as ReaderCall)),
    }
  }
  // Alone it is of no use to anybody.
  process.once('disconnect', () => process.exit())
  return {
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onCall: (listener) => void process.on('message', listener),
  }
}

interface ElectronPort {
  postMessage(message: unknown, transfer: readonly unknown[]): void
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void
}

function serve({ send, onCall }: Channel): void {
  restrictDecoding()
  const running = new Map<number, AbortController>()
  const budget = createPixelBudget(MOST_PIXELS_AT_ONCE, MOST_DECODES_AT_ONCE)
  const read = async ({ id, name, input }: Extract<ReaderCall, { kind: 'read' }>): Promise<void> => {
    const cancelling = new AbortController()
    running.set(id, cancelling)
    try {
      const withPixels: WithPixels = (pixels, work) => budget.run(pixels, work, (kind) => send({ kind, id }))
      send({ kind: 'done', id, output: await doReading(name, input, withPixels, cancelling.signal) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code
      send({ kind: 'failed', id, message, ...(code && { code }) })
    } finally {
      running.delete(id)
    }
  }
  onCall((call) => {
    if (call.kind === 'cancel') running.get(call.id)?.abort()
    else void read(call)
  })
  send({ kind: 'ready' })
}

// A thread of its own: this one may be held up by a file.
const guard = new Worker(new URL(`./reader-guard-worker${extname(import.meta.url)}`, import.meta.url), {
  execArgv: [],
})
// Without it this process is not to read anything.
guard.once('exit', () => process.exit(1))
serve(openChannel())
