/** Decodes a body that came compressed although `identity` was requested, and limits what it may grow to. */
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
import type { FileResponse } from './file-client.ts'
import type { DownloadLimits } from './limits.ts'

const CHUNK_BYTES = 64 * 1024

export interface DecodedBody {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Whether `bytes` of decoded content are suspiciously many for what was sent. */
  isBomb(bytes: number): boolean
}

/** The content of a body by its Content-Encoding, or null for an encoding that is not known. */
export function decodedBody(response: FileResponse, limits: DownloadLimits): DecodedBody | null {
  const encoding = (response.header('content-encoding') ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') {
    return { chunks: response.body, isBomb: () => false }
  }
  const decoder = decoderFor(encoding)
  if (!decoder) return null
  // An error of the body or the decoder ends the decoder and reaches its reader.
  pipeline(Readable.from(response.body), decoder, () => undefined)
  return {
    chunks: decoder as AsyncIterable<Uint8Array>,
    isBomb: (bytes) =>
      bytes > limits.freeDecodedBytes && bytes > Math.max(1, decoder.bytesWritten) * limits.largestRatio,
  }
}

export function isEncoded(response: FileResponse): boolean {
  return !/^\s*(?:identity\s*)?$/i.test(response.header('content-encoding') ?? '')
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
