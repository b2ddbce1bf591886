/**
 * The reading thread's work for an input video: measures it by its headers and its packets. Nothing is decoded.
 *
 * Owns what kinds of file are videos, and the limits.
 */
import { fileTypeFromBuffer } from 'file-type'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputVideoTrack } from 'mediabunny'
import type { Fault } from '../problem.ts'

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
/** A video of a minute has an index of about 100 kB. */
const MAX_INDEX_BYTES = 2 * 1024 * 1024
const MAX_SIDE = 3840
/** The four characters as a number. */
const MOOV = 0x6d_6f_6f_76
const MIN_SIDE = 16

/** Rates that videos have, against the unsteady last digits of a measured one. */
const USUAL_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]
const SLOWEST = 4
const FASTEST = 60

export interface InputVideo {
  /** As shown, turned upright, in pixels. */
  readonly width: number
  readonly height: number
  readonly durationSeconds: number
  /** The first video track's codec as WebCodecs spells it, such as `avc1.42001f`; null when it is not known. */
  readonly codec: string | null
  readonly hasAudio: boolean
  readonly framesPerSecond: number
  readonly frames: number
}

/** What the video in `bytes` is, or what is wrong with them, to follow the name of the field. */
export async function readVideo({ bytes }: { readonly bytes: Uint8Array }): Promise<InputVideo | Fault> {
  if (bytes.length > MAX_BYTES)
    return { fault: `is too large: at most ${MAX_BYTES / 1024 / 1024} MB are read.` }
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !READABLE_TYPES.includes(type.mime)) {
    const found = type === undefined ? 'no known kind of file' : type.mime
    return { fault: `is not a readable video: ${found}. Use MP4, MOV, WebM or Matroska.` }
  }
  if (indexBytes(bytes) > MAX_INDEX_BYTES)
    return { fault: 'is not a readable video: its index is too large.' }
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  return await measure(input).catch(() => ({
    fault: 'is not a readable video: its headers are damaged or cut off.',
  }))
}

async function measure(input: Input): Promise<InputVideo | Fault> {
  const track = await input.getPrimaryVideoTrack()
  if (track === null) return { fault: 'is not a video: it holds no frames.' }
  const { displayWidth: width, displayHeight: height } = track
  if (Math.max(width, height) > MAX_SIDE || Math.min(width, height) < MIN_SIDE) {
    return { fault: `measures ${width}x${height}; ${MIN_SIDE} to ${MAX_SIDE} pixels a side are read.` }
  }
  const durationSeconds = await input.computeDuration()
  if (!(durationSeconds > 0 && durationSeconds <= MAX_SECONDS)) {
    const length = Number.isFinite(durationSeconds)
      ? `${durationSeconds.toFixed(1)} s`
      : 'without a known length'
    return { fault: `is ${length} long; videos of up to ${MAX_SECONDS} s are read.` }
  }
  const codec = await track.getCodecParameterString()
  const hasAudio = (await input.getPrimaryAudioTrack()) !== null
  return { width, height, durationSeconds, codec, hasAudio, ...(await measureFrames(track)) }
}

async function measureFrames(
  track: InputVideoTrack,
): Promise<Pick<InputVideo, 'framesPerSecond' | 'frames'>> {
  let [count, first, last] = [0, Infinity, 0]
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const packet of packets) {
    count += 1
    first = Math.min(first, packet.timestamp)
    last = Math.max(last, packet.timestamp + packet.duration)
  }
  const seconds = Math.max(0.001, last - first)
  const framesPerSecond = nearestRate(Math.min(FASTEST, Math.max(SLOWEST, count / seconds)))
  return { framesPerSecond, frames: Math.max(1, Math.round(seconds * framesPerSecond)) }
}

function nearestRate(measured: number): number {
  const away = (rate: number): number => Math.abs(rate - measured)
  const nearest = USUAL_RATES.reduce((best, rate) => (away(rate) < away(best) ? rate : best))
  return away(nearest) < 0.004 * nearest ? nearest : Math.round(measured * 1000) / 1000
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
