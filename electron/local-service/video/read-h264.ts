/**
 * Reads the frames of H.264 baseline videos with the bundled decoder (h264bsd in WebAssembly).
 *
 * The decoder knows nothing but the baseline profile. It is synchronous: it belongs on a worker thread.
 */
import * as decoderPackage from 'h264decoder'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import sharp from 'sharp'
import type { Size } from '../image/scene.ts'
import { yuvToRgb } from './h264.ts'

/** The package is CommonJS: Node offers its exports as `default`, a bundler as they are. */
const { H264Decoder } =
  (decoderPackage as { readonly default?: typeof decoderPackage }).default ?? decoderPackage

/** The decoder's own memory for one unit; a larger one would overwrite what follows. */
const MAX_UNIT_BYTES = 1_000_000
const START_CODE = [0, 0, 0, 1] as const
const PICTURE_READY = 1
/** HDRS_RDY: what follows it in the decoder's list are errors. */
const LAST_GOOD_CODE = 3

/** The video's file, and the frames as they are wanted: upright, both sides even. */
interface VideoSource extends Size {
  readonly path: string
  readonly framesPerSecond: number
  readonly frames: number
}

/** "avc1.42…": the baseline profile, which is profile 66 (ITU-T H.264, annex A.2.1). */
const BASELINE = /^avc[13]\.42/iu

/** True for a codec (as WebCodecs spells it) that the bundled decoder reads. */
export function isReadable(codec: string | null): boolean {
  return codec !== null && BASELINE.test(codec)
}

/**
 * The frames in order as RGB bytes; fewer when the video ends. Frames are repeated or left out where the video's own rate is not
 * steady.
 */
export async function* readFrames(source: VideoSource): AsyncIterable<Uint8Array> {
  using input = new Input({ source: new FilePathSource(source.path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config?.description) throw new Error('The video holds no H.264.')
  const head = bytesOf(config.description as Uint8Array)
  const decoder = new H264Decoder()
  for (const unit of parameterSets(head)) decode(decoder, unit)
  const lengthBytes = ((head[4] as number) & 3) + 1
  const isBt601 = /bt470bg|smpte170m/u.test(config.colorSpace?.matrix ?? '')
  const start = await track.getFirstTimestamp()
  let index = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    let isReady = false
    for (const unit of unitsOf(packet.data, lengthBytes)) isReady = decode(decoder, unit) || isReady
    if (!isReady) continue
    const until = packet.timestamp + packet.duration - start
    let frame: Uint8Array | null = null
    for (; (index + 0.5) / source.framesPerSecond < until && index < source.frames; index += 1) {
      frame ??= await toFrame(decoder, isBt601, track, source)
      yield frame
    }
  }
}

/** True when a frame is ready. */
function decode(decoder: InstanceType<typeof H264Decoder>, unit: Uint8Array): boolean {
  if (unit.length + START_CODE.length > MAX_UNIT_BYTES) throw new Error('A frame of the video is too large.')
  const bytes = new Uint8Array(unit.length + START_CODE.length)
  bytes.set(START_CODE)
  bytes.set(unit, START_CODE.length)
  const code = decoder.decode(bytes)

  if (code > LAST_GOOD_CODE)
    throw new Error('The video cannot be decoded: it is damaged, or not H.264 baseline.')
  return code === PICTURE_READY
}

/** SPS and PPS of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, section 5.3.3.1). */
function* parameterSets(head: Uint8Array): Iterable<Uint8Array> {
  let at = 5
  for (const mask of [31, 255]) {
    const count = (head[at] as number) & mask
    at += 1
    for (let index = 0; index < count; index += 1) {
      const length = ((head[at] as number) << 8) | (head[at + 1] as number)
      yield head.subarray(at + 2, at + 2 + length)
      at += 2 + length
    }
  }
}

/** The units of a packet, each of which has its length before it. */
function* unitsOf(data: Uint8Array, lengthBytes: number): Iterable<Uint8Array> {
  for (let at = 0; at + lengthBytes < data.length;) {
    let length = 0
    for (let byte = 0; byte < lengthBytes; byte += 1) length = length * 256 + (data[at + byte] as number)
    at += lengthBytes
    yield data.subarray(at, at + length)
    at += length
  }
}

/** The decoder's frame, cut to what is shown of it, upright, in the size that is wanted. */
async function toFrame(
  { width, height, pic }: InstanceType<typeof H264Decoder>,
  isBt601: boolean,
  track: InputVideoTrack,
  wanted: VideoSource,
): Promise<Uint8Array> {
  const rgb = yuvToRgb({ width, height, data: pic, isBt601 })
  const shown = {
    left: 0,
    top: 0,
    width: Math.min(width, track.codedWidth),
    height: Math.min(height, track.codedHeight),
  }
  const cut = sharp(rgb, { raw: { width, height, channels: 3 } }).extract(shown)
  const upright = track.rotation === 0 ? cut : cut.rotate(track.rotation)
  return await upright.resize(wanted.width, wanted.height, { fit: 'fill' }).raw().toBuffer()
}

function bytesOf(source: AllowSharedBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
