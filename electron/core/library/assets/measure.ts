/**
 * Reads how large and how long a media file is from its own head and index, before anything decodes it.
 *
 * Runs where files from outside are read (reading/), which has a deadline for it.
 */
import type { Input } from 'mediabunny'
import type { AssetKind } from '#contract/rules/media.ts'
import { withMediaInput } from '../../media/media-input.ts'
import { imageDimensions } from '../../media/load-sharp.ts'

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_HEADER_BYTES = 33
/** What a file says beyond these is no size and no length: a number in its head may be any, and a row cannot hold every one. */
const MAX_SIDE_PIXELS = 10_000_000
const MAX_SECONDS = 30 * 24 * 60 * 60

/** Pixels as shown, milliseconds as played. What a file does not tell, or its kind does not have, is absent. */
export interface MediaFacts {
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
}

/** A file that cannot be read has no facts. `bytes` are its own where they are in memory already. */
export async function measureMedia(
  path: string,
  kind: AssetKind,
  bytes: Uint8Array | null = null,
): Promise<MediaFacts> {
  if (kind === 'image') return (bytes && sizeInHeader(bytes)) ?? (await imageDimensions(bytes ?? path)) ?? {}
  if (kind !== 'video' && kind !== 'audio') return {}
  return withMediaInput(path, readFacts).catch(() => ({}))
}

/** Of a PNG that is not turned, as most are: without a library that knows every format. Source: PNG Specification, 11.2.1. */
function sizeInHeader(bytes: Uint8Array): MediaFacts | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPlain =
    buffer.length >= PNG_HEADER_BYTES &&
    buffer.subarray(0, PNG_START.length).equals(PNG_START) &&
    !buffer.includes('eXIf')
  if (!isPlain) return null
  const [width, height] = [buffer.readUInt32BE(16), buffer.readUInt32BE(20)]
  return isSize(width) && isSize(height) ? { width, height } : null
}

async function readFacts(input: Input): Promise<MediaFacts> {
  const video = await input.getPrimaryVideoTrack()
  const width = await video?.getDisplayWidth()
  const height = await video?.getDisplayHeight()
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  return {
    ...(isSize(width) && isSize(height) ? { width, height } : {}),
    ...(seconds > 0 && seconds <= MAX_SECONDS ? { durationMs: Math.round(seconds * 1_000) } : {}),
  }
}

function isSize(pixels: number | undefined): pixels is number {
  return pixels !== undefined && Number.isInteger(pixels) && pixels > 0 && pixels <= MAX_SIDE_PIXELS
}
