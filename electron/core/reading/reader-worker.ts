/**
 * Entry of the process that reads files from outside: receives `ReaderCall`s, sends `ReaderMessage`s. Nothing else in Atelier
 * parses or decodes them, so that a file can stop this process and no other.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { restrictDecoding, type WithPixels } from '../media/load-sharp.ts'
import { MOST_DECODES_AT_ONCE, MOST_PIXELS_AT_ONCE } from './reader-limits.ts'
import type { ReaderCall, ReaderMessage, ReadingInput, ReadingName, ReadingOutput } from './readings.ts'
import { checkImage } from '../inputs/check-image.ts'
import { composeInside } from '../inputs/mask-image.ts'
import { prepareImage } from '../inputs/prepare-image.ts'
import { measureSvg } from '../library/assets/measure-svg.ts'
import { measureMedia } from '../library/assets/measure.ts'
import { convertImage } from '../library/exchange/convert-image.ts'
import { readIncoming } from '../library/exchange/beside.ts'
import { extractEntry, listZip } from '../library/exchange/zip-file.ts'
import { withFileSource } from '../library/provenance/byte-source.ts'
import { editFile } from '../library/provenance/embed-recipe.ts'
import { readProvenance, recipeInBytes } from '../library/provenance/read-recipe.ts'
import { perceptualHash } from '../library/similar/perceptual-hash.ts'
import { makePng, makePreview, makeThumbnail } from '../library/thumbnails/make-thumbnail.ts'
import { parseMeasuredJson } from '../json/bounded-json.ts'
import { findResults } from '../results/find/find-results.ts'
import { remuxToMp4 } from '../results/download/remux.ts'

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

type Readers = {
  readonly [Name in ReadingName]: (
    input: ReadingInput<Name>,
    withPixels: WithPixels,
    signal: AbortSignal,
  ) => Promise<ReadingOutput<Name>>
}

const READERS: Readers = {
  measure: ({ path, kind }) => measureMedia(path, kind),
  drawing: ({ path }) => measureSvg(path),
  thumbnail: ({ source, target }, withPixels) => makeThumbnail(source, target, withPixels),
  perceptualHash: ({ path }) => perceptualHash(path),
  preview: ({ kind, bytes, target }, withPixels) => makePreview(kind, bytes, target, withPixels),
  png: ({ path }, withPixels) => makePng(path, withPixels),
  convert: ({ path, target, conversion }, withPixels) => convertImage(path, target, conversion, withPixels),
  provenance: ({ path }) => withFileSource(path, (source) => readProvenance(source)),
  incoming: ({ path, sha256 }) => readIncoming(path, sha256),
  zipList: ({ path }) => listZip(path),
  zipEntry: ({ path, entry, target }, _withPixels, signal) => extractEntry(path, entry, target, signal),
  recipe: ({ bytes }) => recipeInBytes(bytes),
  edit: ({ path, extension, edit }) => editFile(path, extension, edit),
  checkImage: ({ path }, withPixels) => checkImage(path, withPixels),
  prepareImage: ({ path, extension, shape, stem }, withPixels) =>
    prepareImage(path, extension, shape, stem, withPixels),
  compose: (composition, withPixels) => composeInside(composition, withPixels),
  results: ({ json, context }) => findResults(parseMeasuredJson(json) ?? null, context),
  remux: ({ from, to }, _withPixels, signal) => remuxToMp4(from, to, signal),
}

/** @throws what the reading throws. */
function doReading(
  name: ReadingName,
  input: object,
  withPixels: WithPixels,
  signal: AbortSignal,
): Promise<unknown> {
  // The host sends what the name asks for.
  const read = READERS[name] as (
    input: object,
    withPixels: WithPixels,
    signal: AbortSignal,
  ) => Promise<unknown>
  return read(input, withPixels, signal)
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
