/**
 * Serves the readings of every area in the process that reads files from outside: receives `ReaderCall`s, sends `ReaderMessage`s.
 * Nothing else in Atelier parses or decodes such files, so that one can stop this process and no other.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { restrictDecoding, type WithPixels } from '../media/load-sharp.ts'
import { MAX_DECODES_AT_ONCE, MAX_PIXELS_AT_ONCE } from './reader-limits.ts'
import type { ReaderCall, ReaderMessage, ReadingInput, ReadingName, ReadingOutput } from './readings.ts'

type Read<Name extends ReadingName> = (
  input: ReadingInput<Name>,
  withPixels: WithPixels,
  signal: AbortSignal,
) => Promise<ReadingOutput<Name>>

/** One for every reading that an area declares: leaving one out does not compile. */
export type Readers = { readonly [Name in ReadingName]: Read<Name> }

/** Answers the host until it closes the channel, or this process is ended. */
export function serveReadings(readers: Readers): void {
  // A thread of its own: this one may be held up by a file.
  const guard = new Worker(new URL(`./reader-guard-worker${extname(import.meta.url)}`, import.meta.url), {
    execArgv: [],
  })
  // Without it this process is not to read anything.
  guard.once('exit', () => process.exit(1))
  serve(openChannel(), readers)
}

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

function serve({ send, onCall }: Channel, readers: Readers): void {
  restrictDecoding()
  const running = new Map<number, AbortController>()
  const budget = createPixelBudget(MAX_PIXELS_AT_ONCE, MAX_DECODES_AT_ONCE)
  const read = async ({ id, name, input }: Extract<ReaderCall, { kind: 'read' }>): Promise<void> => {
    const cancelling = new AbortController()
    running.set(id, cancelling)
    try {
      const withPixels: WithPixels = (pixels, work) => budget.run(pixels, work, (kind) => send({ kind, id }))
      // The host sends what the name asks for.
      const reader = readers[name] as (...args: [object, WithPixels, AbortSignal]) => Promise<unknown>
      send({ kind: 'done', id, output: await reader(input, withPixels, cancelling.signal) })
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

/**
 * Shares the memory for pixels among all decodings: first come, first served, so that a large image is not passed for ever by
 * small ones. p-limit counts tasks and not their weight, hence our own.
 */
function createPixelBudget(mostPixels: number, mostAtOnce: number) {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = []
  let pixelsTaken = 0
  let running = 0
  const hasRoom = (pixels: number): boolean =>
    running === 0 || (running < mostAtOnce && pixelsTaken + pixels <= mostPixels)
  const take = (pixels: number): void => {
    running++
    pixelsTaken += pixels
  }
  const giveBack = (pixels: number): void => {
    running--
    pixelsTaken -= pixels
    for (let next = waiting[0]; next && hasRoom(next.pixels); next = waiting[0]) {
      waiting.shift()
      take(next.pixels)
      next.start()
    }
  }
  return {
    /** Runs `work` when there is room for `wanted`; more than there are in all run alone. `tell` hears where it must wait. */
    run: async <Value>(
      wanted: number,
      work: () => Promise<Value>,
      tell: (state: 'waits' | 'works') => void,
    ): Promise<Value> => {
      const pixels = Math.max(1, wanted)
      if (waiting.length === 0 && hasRoom(pixels)) take(pixels)
      else {
        tell('waits')
        await new Promise<void>((start) => waiting.push({ pixels, start }))
        tell('works')
      }
      try {
        return await work()
      } finally {
        giveBack(pixels)
      }
    },
  }
}
