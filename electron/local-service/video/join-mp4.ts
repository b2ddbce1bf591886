/**
 * Joins strips of video and an audio track to one MP4 that a browser can start to play before it has all of it.
 *
 * Nothing is decoded: packets are taken out of their files and given their times.
 */
import { type FileHandle, open } from 'node:fs/promises'
import {
  ALL_FORMATS,
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Size } from '../image/scene.ts'

interface VideoFile extends Size {
  /** Paths of MP4 files of one H.264 track each, in order; each begins with a key frame. */
  readonly strips: readonly string[]
  readonly framesPerSecond: number
  /** Path of a file whose first audio track is taken over as it is, or null for a silent video. */
  readonly audio: string | null
  readonly title: string
  readonly comment: string
}

/** What an MP4 can hold and browsers play in it. */
const AUDIO_CODECS: readonly AudioCodec[] = ['aac', 'mp3', 'opus', 'flac']

/** Writes the video to `path` as MP4 with its index in front. Audio ends with the last frame, at the last whole packet. */
export async function joinVideo(video: VideoFile, path: string): Promise<{ readonly hasAudio: boolean }> {
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format, target: new FilePathTarget(path) })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: video.framesPerSecond })
  using input = video.audio === null ? null : openFile(video.audio)
  const track = (await input?.getPrimaryAudioTrack()) ?? null
  const codec = (await track?.getCodec()) ?? null
  const audio = codec !== null && AUDIO_CODECS.includes(codec) ? new EncodedAudioPacketSource(codec) : null
  if (audio !== null) output.addAudioTrack(audio)
  output.setMetadataTags({ title: video.title, comment: video.comment, artist: 'Sample studio' })
  await output.start()
  const frames = await addFrames(source, video)
  if (audio !== null && track !== null) await addAudio(audio, track, frames / video.framesPerSecond)
  await output.finalize()
  await forgetTimes(path)
  return { hasAudio: audio !== null }
}

function openFile(path: string): Input {
  return new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
}

/** The number of frames that were added. */
async function addFrames(source: EncodedVideoPacketSource, video: VideoFile): Promise<number> {
  const { framesPerSecond, strips } = video
  let frame = 0
  for (const path of strips) {
    using input = openFile(path)
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error('A strip of the video is empty.')
    const meta = { decoderConfig: await configOf(track, video) }
    /** The encoder's file calls every frame a key frame; the frames themselves know better. */
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })
    for await (const { data, type } of packets) {
      await source.add(new EncodedPacket(data, type, frame / framesPerSecond, 1 / framesPerSecond), meta)
      frame += 1
    }
  }
  return frame
}

/** What a decoder has to know; the encoder says nothing of colours. */
async function configOf(track: InputVideoTrack, { width, height }: Size): Promise<VideoDecoderConfig> {
  const config = await track.getDecoderConfig()
  if (config?.description === undefined) throw new Error('A strip of the video has no H.264 head.')
  return {
    codec: config.codec,
    codedWidth: width,
    codedHeight: height,
    description: config.description,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  }
}

async function addAudio(
  source: EncodedAudioPacketSource,
  track: InputAudioTrack,
  seconds: number,
): Promise<void> {
  const decoderConfig = await track.getDecoderConfig()
  if (decoderConfig === null) return
  const late = Math.min(0, await track.getFirstTimestamp())
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp - late
    if (timestamp + packet.duration > seconds + 0.001) break
    await source.add(packet.clone({ timestamp }), { decoderConfig })
  }
}

const BOXES_OF_BOXES = new Set(['moov', 'trak', 'mdia'])
const BOXES_WITH_TIMES = new Set(['mvhd', 'tkhd', 'mdhd'])
const HEAD_BYTES = 8

/** Sets every time of writing in the MP4 at `path` to zero, which stands for unknown. */
async function forgetTimes(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  await forgetWithin(file, 0, size)
}

async function forgetWithin(file: FileHandle, from: number, to: number): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES + 1)
  for (let at = from; at + HEAD_BYTES <= to;) {
    await file.read(head, 0, head.length, at)
    const sizeBytes = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    /** 0 and 1 stand for "to the end" and for a longer size: only the frames themselves are that large. */
    if (sizeBytes < HEAD_BYTES) return
    if (BOXES_OF_BOXES.has(name)) await forgetWithin(file, at + HEAD_BYTES, at + sizeBytes)
    if (BOXES_WITH_TIMES.has(name))
      await file.write(Buffer.alloc(head[8] === 1 ? 16 : 8), 0, undefined, at + HEAD_BYTES + 4)
    at += sizeBytes
  }
}
