/**
 * Reads media that came with a request: decodes the bytes, and has them parsed on a thread of their own.
 *
 * Owns the accepted spellings: a data URI, plain base64, an address on this service. Addresses on other hosts are never
 * fetched: the service works without a network, and an address could name a machine that only this one can reach. Bytes from
 * outside are parsed on a thread that can be ended, never on the one that responds to requests.
 */
import { invalidField, type Fault } from '../problem.ts'
import type { JobOf, ResultOf, ThreadJob } from '../workers/media-worker.ts'
import { ThreadLost, type WorkerPool } from '../workers/worker-pool.ts'
import type { InputImage } from './image-input.ts'
import type { InputVideo } from './video-input.ts'

/** The thread that read an input was lost: the input may not be read again. */
export class InputLost extends Error {
  override readonly name = 'InputLost'
}

/** Finds a file that the service itself serves, by its address; null for any other address. */
export type ReadOwnFile = (url: string) => Promise<Uint8Array | null>

/**
 * Each takes the name of the request's field and its value, and throws a `Problem` 400 that names the field when it holds no
 * such media, or `InputLost` when it cannot be read in time or memory.
 */
export interface InputReader {
  image(field: string, value: string): Promise<InputImage>
  video(field: string, value: string): Promise<InputVideo & { readonly bytes: Uint8Array }>
}

export function createInputReader(
  readers: Pick<WorkerPool<ThreadJob, unknown>, 'run'>,
  owner: string,
  readOwnFile: ReadOwnFile,
): InputReader {
  async function look<Kind extends 'read-image' | 'read-video'>(
    kind: Kind,
    field: string,
    bytes: Uint8Array,
  ): Promise<Exclude<ResultOf<Kind>, Fault>> {
    const job: JobOf<Kind> = { bytes }
    const result = await readers.run({ kind, job }, { owner }).catch((error: unknown) => {
      throw error instanceof ThreadLost
        ? new InputLost(`${field} could not be read. ${error.message}`)
        : error
    })
    if (typeof result === 'object' && result !== null && 'fault' in result)
      throw invalidField(field, String(result.fault))
    return result as Exclude<ResultOf<Kind>, Fault>
  }

  return {
    image: async (field, value) =>
      await look('read-image', field, await readInputBytes(field, value, readOwnFile)),
    async video(field, value) {
      const bytes = await readInputBytes(field, value, readOwnFile)
      return { bytes, ...(await look('read-video', field, bytes)) }
    },
  }
}

const DATA_URI = /^data:([^,]*),/iu
/** A data URI's head is looked for in so many characters. */
const MAX_HEAD = 1_000
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu

/** The bytes that `value` (the request's field named `field`) stands for; a `Problem` 400 naming the field when it is none. */
export async function readInputBytes(
  field: string,
  value: string,
  readOwnFile: ReadOwnFile,
): Promise<Uint8Array> {
  const text = value.trim()
  if (!SCHEME.test(text)) return decodeText(field, text)
  const file = await readOwnFile(text)
  if (file !== null) return file
  throw invalidField(
    field,
    'is an address this service does not serve, and it fetches from no other host. Send the file itself as a data URI or base64.',
  )
}

function decodeText(field: string, text: string): Uint8Array {
  const head = DATA_URI.exec(text.slice(0, MAX_HEAD))
  const body = head === null ? text : text.slice(head[0].length)
  const isBase64 = head === null || /;\s*base64\s*$/iu.test(head[1] ?? '')
  const bytes = isBase64 ? decodeBase64(body) : null
  if (bytes !== null) return bytes
  throw invalidField(field, 'must be a data URI, plain base64, or an address on this service.')
}

/** Null when any character is none of base64's: the decoder skips those, which shows in the length. */
function decodeBase64(text: string): Uint8Array | null {
  const encoded = (/[\s%]/u.test(text) ? tidy(text) : text).replace(/={1,2}$/u, '')
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = encoded.length > 0 && encoded.length % 4 !== 1
  return isWhole && bytes.length === Math.floor((encoded.length * 3) / 4) ? bytes : null
}

/** Without white space, and with the escapes undone that base64's own signs get in an address. */
function tidy(text: string): string {
  const signs: Readonly<Record<string, string>> = { '%2b': '+', '%2f': '/', '%3d': '=' }
  const unescaped = text.replaceAll(/%(?:2b|2f|3d)/giu, (escape) => signs[escape.toLowerCase()] ?? '')
  return unescaped.replaceAll(/\s|%0a|%0d|%20/giu, '')
}
