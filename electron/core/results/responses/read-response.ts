/** What a response on disk says: its skeleton, or of a file without JSON around it, where that file is. */
import { open } from 'node:fs/promises'
import type { Json } from '#contract/json.ts'
import { createJsonMeter, createTextEnd, parseMeasuredJson } from '#core/json/bounded-json.ts'
import { sniff, SNIFF_BYTES } from '../../media/sniff.ts'
import { placeholderFor, type ResponseFile, beginsAsBase64 } from './response-part.ts'

const MEDIA = /^(?:audio|video|image|model)\//i
const MAX_TYPE = 100

/**
 * `contentType` is what the service called it, null where that is not known any more. `isFramed`: the response is known to have come
 * whole; without it only JSON can tell. Undefined where the file says nothing that can be read.
 *
 * @throws the disk's error
 */
export async function readKeptResponse(
  response: ResponseFile,
  contentType: string | null,
  isFramed: boolean,
): Promise<Json | undefined> {
  const json = await readSkeleton(response)
  if (json !== undefined || !isFramed) return json
  const { head, sizeBytes } = await headOf(response)
  const isNamed = contentType !== null && MEDIA.test(contentType)
  if (!isNamed && !(await isMedia(head))) return undefined
  const file = placeholderFor(response.taskId, { start: 0, end: sizeBytes, isRaw: true })
  return { file, ...(isNamed ? { contentType: contentType.slice(0, MAX_TYPE) } : {}) }
}

async function isMedia(head: Uint8Array): Promise<boolean> {
  const sniffed = await sniff(head)
  return sniffed.kind === 'known' && sniffed.type.kind !== 'text'
}

/** The first bytes of a response, and its length. @throws the disk's error */
async function headOf({
  path,
}: ResponseFile): Promise<{ readonly head: Buffer; readonly sizeBytes: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), sizeBytes: size }
  } finally {
    await file.close()
  }
}

/** Shorter texts stand in the skeleton as they are. */
const MAX_TEXT_BYTES = 16 * 1024
/** What a response says beside its files. It is parsed at once, in less than 50 ms. */
const MAX_SKELETON_BYTES = 4 * 1024 ** 2
const MAX_VALUES = 50_000
const CHUNK_BYTES = 64 * 1024

const QUOTE = 0x22

/**
 * Undefined where the file holds no whole JSON, or says too much beside its files. Yields to the event loop.
 *
 * @throws the disk's error
 */
export async function readSkeleton({ path, taskId }: ResponseFile): Promise<Json | undefined> {
  const skeleton = new Skeleton(taskId)
  const file = await open(path, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at)
      if (bytesRead === 0) break
      skeleton.add(chunk.subarray(0, bytesRead), at)
      if (!skeleton.isBounded) return undefined
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  const bytes = skeleton.bytes()
  return createJsonMeter(MAX_VALUES)(bytes) ? parseMeasuredJson(bytes.toString('utf8')) : undefined
}

/** A text that has begun: `seen` while it may still be short, then `kept` in the skeleton or left `out` of it. */
interface OpenText {
  readonly start: number
  readonly textEnd: ReturnType<typeof createTextEnd>
  as: 'seen' | 'kept' | 'out'
  seen: Buffer[]
  seenBytes: number
}

function openText(start: number): OpenText {
  return { start, textEnd: createTextEnd(), as: 'seen', seen: [], seenBytes: 0 }
}

/**
 * The skeleton of a response: its JSON with a placeholder in place of each long text in base64.
 *
 * A response may have 200 MB, nearly all of it files. It is read in one pass and never as a whole: memory holds one chunk and
 * the skeleton, which is bounded in length, values and depth.
 */
class Skeleton {
  readonly #taskId: string
  #bytes = Buffer.allocUnsafe(CHUNK_BYTES)
  #sizeBytes = 0
  #text: OpenText | null = null

  constructor(taskId: string) {
    this.#taskId = taskId
  }

  get isBounded(): boolean {
    return this.#sizeBytes <= MAX_SKELETON_BYTES
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#sizeBytes)
  }

  /** The next bytes of the response, which begin at `offset`. They are copied. */
  add(chunk: Buffer, offset: number): void {
    for (let at = 0; at < chunk.length && this.isBounded;) {
      at = this.#text ? this.#readText(this.#text, chunk, at, offset) : this.#readOutside(chunk, at, offset)
    }
  }

  /** Goes on to a text that is long or goes on in the next chunk. */
  #readOutside(chunk: Buffer, from: number, offset: number): number {
    for (let at = from; ;) {
      const quote = chunk.indexOf(QUOTE, at)
      const start = quote === -1 ? chunk.length : quote + 1
      const end = quote === -1 ? -1 : createTextEnd()(chunk, start)
      if (end === -1 || end - start > MAX_TEXT_BYTES) {
        this.#keep(chunk.subarray(from, start))
        if (quote !== -1) this.#text = openText(offset + start)
        return start
      }
      at = end + 1
    }
  }

  #readText(text: OpenText, chunk: Buffer, from: number, offset: number): number {
    const quote = text.textEnd(chunk, from)
    const end = quote === -1 ? chunk.length : quote
    this.#addToText(text, chunk.subarray(from, end))
    if (quote === -1) return end
    if (text.as === 'out') {
      const range = { start: text.start, end: offset + quote, isRaw: false }
      this.#keep(Buffer.from(placeholderFor(this.#taskId, range)))
    } else this.#keepSeen(text)
    this.#text = null
    this.#keep(chunk.subarray(quote, quote + 1))
    return quote + 1
  }

  #addToText(text: OpenText, bytes: Buffer): void {
    if (text.as === 'kept') return this.#keep(bytes)
    // JSON has no such byte in a text: what a power cut left of a file may.
    if (text.as === 'out') return void (bytes.includes(0) && this.#refuse())
    text.seen.push(Buffer.from(bytes.subarray(0, MAX_TEXT_BYTES + 1 - text.seenBytes)))
    text.seenBytes += text.seen.at(-1)?.length ?? 0
    if (text.seenBytes <= MAX_TEXT_BYTES) return
    const isFile = beginsAsBase64(Buffer.concat(text.seen).toString('latin1'))
    const rest = bytes.subarray(text.seen.at(-1)?.length ?? 0)
    if (!isFile) this.#keepSeen(text)
    text.as = isFile ? 'out' : 'kept'
    text.seen = []
    this.#addToText(text, rest)
  }

  #keepSeen(text: OpenText): void {
    for (const part of text.seen) this.#keep(part)
  }

  #keep(bytes: Uint8Array): void {
    const sizeBytes = this.#sizeBytes + bytes.length
    if (sizeBytes > MAX_SKELETON_BYTES) return this.#refuse()
    if (sizeBytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * sizeBytes)
      this.#bytes.copy(larger, 0, 0, this.#sizeBytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, this.#sizeBytes)
    this.#sizeBytes = sizeBytes
  }

  #refuse(): void {
    this.#sizeBytes = Infinity
  }
}
