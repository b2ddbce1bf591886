/**
 * Checks a video that came with a request.
 *
 * Owns what kinds of file are videos, and the limits. Only headers are read here; decoding happens on a thread. How media is spelt in a request is `input-bytes.ts`'s business.
 */
import { fileTypeFromBuffer } from 'file-type'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import type { ReadOwnFile } from '../makers/maker.ts'
import { invalidField } from '../problem.ts'
import { readInputBytes } from './input-bytes.ts'

const READABLE_TYPES = [
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/x-m4v',
  'video/matroska',
  'video/x-matroska',
]
const MAX_BYTES = 28 * 1024 * 1024
const MAX_SECONDS = 60
/** A video of a minute has an index of about 100 kB; reading one of many megabytes would hold up every other request. */
const MAX_INDEX_BYTES = 2 * 1024 * 1024
const MAX_SIDE = 3840
/** The four characters as a number. */
const MOOV = 0x6d_6f_6f_76
const MIN_SIDE = 16

interface InputVideo {
  /** The file as it came. */
  readonly bytes: Uint8Array
  readonly contentType: string
  /** As shown, turned upright, in pixels. */
  readonly width: number
  readonly height: number
  readonly durationSeconds: number
  /** The first video track's codec as WebCodecs spells it, such as `avc1.42001f`; null when it is not known. */
  readonly codec: string | null
  readonly hasAudio: boolean
}

/**
 * The video that `value` (the request's field named `field`) holds. Throws a `Problem` 400 naming the field when it holds none.
 */
export async function readVideoInput(
  field: string,
  value: string,
  readOwnFile: ReadOwnFile,
): Promise<InputVideo> {
  const bytes = await readInputBytes(field, value, readOwnFile)
  if (bytes.length > MAX_BYTES) {
    throw invalidField(field, `is too large: at most ${MAX_BYTES / 1024 / 1024} MB are read.`)
  }
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !READABLE_TYPES.includes(type.mime)) {
    const found = type === undefined ? 'no known kind of file' : type.mime
    throw invalidField(field, `is not a readable video: ${found}. Use MP4, MOV, WebM or Matroska.`)
  }
  if (indexBytes(bytes) > MAX_INDEX_BYTES)
    throw invalidField(field, 'is not a readable video: its index is too large.')
  const headers = await readHeaders(bytes).catch(() => null)
  if (headers === null)
    throw invalidField(field, 'is not a readable video: its headers are damaged or cut off.')
  const { width, height, durationSeconds } = headers
  if (width === 0) throw invalidField(field, 'is not a video: it holds no frames.')
  if (Math.max(width, height) > MAX_SIDE || Math.min(width, height) < MIN_SIDE) {
    throw invalidField(
      field,
      `measures ${width}x${height}; ${MIN_SIDE} to ${MAX_SIDE} pixels a side are read.`,
    )
  }
  if (!(durationSeconds > 0 && durationSeconds <= MAX_SECONDS)) {
    const length = Number.isFinite(durationSeconds)
      ? `${durationSeconds.toFixed(1)} s`
      : 'without a known length'
    throw invalidField(field, `is ${length} long; videos of up to ${MAX_SECONDS} s are read.`)
  }
  return { bytes, contentType: type.mime, ...headers }
}

async function readHeaders(
  bytes: Uint8Array,
): Promise<Pick<InputVideo, 'width' | 'height' | 'durationSeconds' | 'codec' | 'hasAudio'>> {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  return {
    width: track?.displayWidth ?? 0,
    height: track?.displayHeight ?? 0,
    durationSeconds: await input.computeDuration(),
    codec: (await track?.getCodecParameterString()) ?? null,
    hasAudio: audio !== null,
  }
}

/** The size of the `moov` box of an MP4 or MOV file (ISO/IEC 14496-12, section 8.2.1); 0 for files without one. */
function indexBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 16 <= bytes.length;) {
    const short = view.getUint32(at)
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    if (view.getUint32(at + 4) === MOOV) return size
    if (size < 8) return 0
    at += size
  }
  return 0
}
