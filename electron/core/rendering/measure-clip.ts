/**
 * Measures a clip by its packets: how long it really is, how many frames a second, and where it can be cut without decoding. What a
 * service says of it is not asked.
 *
 * Runs where files from outside are read (reading/), which has a deadline for it.
 */
import { createHash } from 'node:crypto'
import {
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny'
import { withMediaInput } from '../media/media-input.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { sequenceHeader } from './av1-sequence-header.ts'
import { partOf, rateOf, type FrameTimes, type VideoPart } from './frame-times.ts'
import { silentPacket } from './silent-packets.ts'

/** In seconds of the file. An end behind its own means its own. */
export interface ClipPart {
  readonly fromSeconds: number
  readonly toSeconds: number
}

export interface TrackFacts {
  /** As mediabunny names it. */
  readonly codec: string
  /** Tracks with the same ones can follow each other without a decoder that begins anew; null where they are not known. */
  readonly parameters: string | null
}

export interface VideoFacts extends TrackFacts {
  /** As shown: upright, with square pixels, in pixels. */
  readonly width: number
  readonly height: number
  /** Clockwise, in degrees, as the file asks for it. */
  readonly rotation: number
  /** Frames a second. */
  readonly frameRate: number
  readonly isVariable: boolean
  readonly part: VideoPart
}

export interface AudioFacts extends TrackFacts {
  readonly channels: number
  /** In hertz. */
  readonly sampleRate: number
  /** There are packets of silence for it. */
  readonly hasSilence: boolean
}

export interface FileFacts {
  readonly video: VideoFacts | null
  readonly audio: AudioFacts | null
}

/** Of what can be shown. */
export interface ClipFacts extends FileFacts {
  readonly video: VideoFacts
}

/** A video with more packets than that is not measured: ten hours at 60 frames a second. */
const MAX_PACKETS = 2_200_000
/** Codecs whose packets say of themselves how they are decoded. The others need what stands in the file's head. */
const SELF_CONTAINED = new Set(['vp8', 'vp9', 'opus', 'mp3', 'flac'])

/** Null where the file is damaged or holds neither. @throws the disk's error. */
export async function measureClip(path: string, part: ClipPart): Promise<FileFacts | null> {
  try {
    return await withMediaInput(path, (input) => measure(input, part))
  } catch (error) {
    if (diskFailure(error)) throw error
    return null
  }
}

async function measure(input: Input, part: ClipPart): Promise<FileFacts | null> {
  const audio = await input.getPrimaryAudioTrack()
  const sound = audio && (await audioFacts(audio))
  const video = await input.getPrimaryVideoTrack()
  if (!video) return sound && { video: null, audio: sound }
  const times = await readTimes(video)
  if (!times || times.starts.length === 0) return null
  const shownPart = partOf(times, part)
  const facts = await videoFacts(video, shownPart.fromSeconds)
  return { video: { ...facts, ...rateOf(times), part: shownPart }, audio: sound }
}

/** Null where the packets are not all there. */
async function readTimes(track: InputVideoTrack): Promise<FrameTimes | null> {
  const sink = new EncodedPacketSink(track)
  const starts: number[] = []
  const keys: boolean[] = []
  let last = null
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if (starts.length >= MAX_PACKETS) return null
    starts.push(packet.timestamp)
    keys.push(packet.type === 'key')
    last = packet
  }
  // The index of a file that was cut off names packets that are not there.
  const end = last && (await sink.getPacket(last.timestamp))
  if (!last || !end || end.data.byteLength === 0) return null
  return { starts, keys, lastSeconds: last.duration }
}

async function videoFacts(track: InputVideoTrack, fromSeconds: number) {
  const [width, height, rotation] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getRotation(),
  ])
  const config = await track.getDecoderConfig()
  const own = [config?.codedWidth, config?.codedHeight, width, height, rotation, config?.colorSpace]
  const isWithin = config !== null && (await track.getCodec()) === 'av1'
  const description = isWithin ? await descriptionWithin(track, fromSeconds) : null
  const described = isWithin && description ? { ...config, description } : config
  return { ...(await trackFacts(track, described, own)), width, height, rotation }
}

/** AV1 is described by its key frames. Null where it stands in the head of the file alone, which joined clips do not have. */
async function descriptionWithin(track: InputVideoTrack, fromSeconds: number): Promise<Uint8Array | null> {
  const key = await new EncodedPacketSink(track).getKeyPacket(fromSeconds)
  return key && sequenceHeader(key.data)
}

async function audioFacts(track: InputAudioTrack): Promise<AudioFacts> {
  const [channels, sampleRate] = await Promise.all([track.getNumberOfChannels(), track.getSampleRate()])
  const config = await track.getDecoderConfig()
  const facts = await trackFacts(track, config, [channels, sampleRate])
  // The other kinds of AAC have longer packets.
  const isPlain = facts.codec !== 'aac' || config?.codec === 'mp4a.40.2'
  const hasSilence = isPlain && silentPacket(facts.codec, channels, sampleRate) !== null
  return { ...facts, channels, sampleRate, hasSilence }
}

async function trackFacts(
  track: InputTrack,
  config: VideoDecoderConfig | AudioDecoderConfig | null,
  own: readonly unknown[],
): Promise<TrackFacts> {
  const codec = (await track.getCodec()) ?? 'unknown'
  const description = config?.description
  const isKnown = config !== null && (description !== undefined || SELF_CONTAINED.has(codec))
  if (!isKnown) return { codec, parameters: null }
  const hash = createHash('sha256').update(JSON.stringify([config.codec, own]))
  if (description !== undefined) hash.update(bytesOf(description))
  return { codec, parameters: hash.digest('hex') }
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
