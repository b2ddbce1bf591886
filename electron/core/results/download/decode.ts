/** A body that came compressed although nobody asked for it: decoded, and held to what it may grow to. */
import { pipeline, Readable } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib'
import type { FileAnswer } from './file-client.ts'
import type { DownloadLimits } from './limits.ts'

const CHUNK_BYTES = 64 * 1024

export interface DecodedBody {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Whether `bytes` of decoded content are more than what was sent for them can honestly hold. */
  isBomb(bytes: number): boolean
}

/** The content of a body by its Content-Encoding, or null for an encoding that is not known. */
export function decodedBody(answer: FileAnswer, limits: DownloadLimits): DecodedBody | null {
  const encoding = (answer.header('content-encoding') ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') {
    return { chunks: answer.body, isBomb: () => false }
  }
  const decoder = decoderFor(encoding)
  if (!decoder) return null
  // What goes wrong in the body or in the decoder ends the decoder, and reaches whoever reads it.
  pipeline(Readable.from(answer.body), decoder, () => undefined)
  return {
    chunks: decoder as AsyncIterable<Uint8Array>,
    isBomb: (bytes) =>
      bytes > limits.freeDecodedBytes && bytes > Math.max(1, decoder.bytesWritten) * limits.largestRatio,
  }
}

export function isEncoded(answer: FileAnswer): boolean {
  return !/^\s*(?:identity\s*)?$/i.test(answer.header('content-encoding') ?? '')
}

function decoderFor(encoding: string): Gunzip | Inflate | BrotliDecompress | ZstdDecompress | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ chunkSize: CHUNK_BYTES })
    case 'deflate':
      return createInflate({ chunkSize: CHUNK_BYTES })
    case 'br':
      return createBrotliDecompress({ chunkSize: CHUNK_BYTES })
    case 'zstd':
      return createZstdDecompress({ chunkSize: CHUNK_BYTES })
    default:
      return null
  }
}
