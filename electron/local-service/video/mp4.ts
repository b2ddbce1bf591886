/**
 * Writes frames and an audio track as one MP4 that a browser can start to play before it has all of it.
 *
 * Nothing is decoded: packets are taken out of their files and given their times.
 */
import { writeFile } from 'node:fs/promises'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Size } from '../image/scene.ts'

interface VideoTrack extends Size {
  /** An MP4 with one H.264 track whose times mean nothing. */
  readonly file: Uint8Array
  readonly framesPerSecond: number
}

/** What an MP4 can hold and browsers play in it. */
const AUDIO_CODECS = ['aac', 'mp3', 'opus', 'flac'] as const

/**
 * Writes the video to `path` with its index in front; true when it has audio. The first audio track of the file at `audioPath` is
 * taken over as it is, if an MP4 can hold it, up to the last whole packet that ends with the frames.
 */
export async function writeMp4(
  path: string,
  video: VideoTrack,
  audioPath: string | null,
  tags: MetadataTags,
): Promise<boolean> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: video.framesPerSecond })
  using input =
    audioPath === null ? null : new Input({ source: new FilePathSource(audioPath), formats: ALL_FORMATS })
  const track = (await input?.getPrimaryAudioTrack()) ?? null
  const found = await track?.getCodec()
  const codec = AUDIO_CODECS.find((name) => name === found)
  const audio = codec === undefined ? null : new EncodedAudioPacketSource(codec)
  if (audio !== null) output.addAudioTrack(audio)
  output.setMetadataTags({ ...tags, artist: 'Sample studio' })
  await output.start()
  const seconds = await addFrames(source, video)
  const decoderConfig = await track?.getDecoderConfig()
  if (audio !== null && track !== null && decoderConfig) {
    const early = Math.min(0, await track.getFirstTimestamp())
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = packet.timestamp - early
      if (timestamp + packet.duration > seconds + 0.001) break
      await audio.add(packet.clone({ timestamp }), { decoderConfig })
    }
  }
  await output.finalize()
  await writeFile(path, withoutTimes(Buffer.from(target.buffer ?? new ArrayBuffer())))
  return audio !== null
}

/** How long the frames are together, in seconds. */
async function addFrames(source: EncodedVideoPacketSource, video: VideoTrack): Promise<number> {
  const { file, framesPerSecond, width, height } = video
  using input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || config?.description === undefined) throw new Error('The video has no H.264 head.')
  // The encoder says nothing of colours, and its own size is in whole blocks.
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
  const { codec, description } = config
  const decoderConfig = { codec, codedWidth: width, codedHeight: height, description, colorSpace }
  // The encoder's file calls every frame a key frame; the frames themselves know better.
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true })
  let frame = 0
  for await (const { data, type } of packets) {
    const packet = new EncodedPacket(data, type, frame / framesPerSecond, 1 / framesPerSecond)
    await source.add(packet, { decoderConfig })
    frame += 1
  }
  return frame / framesPerSecond
}

/** The times of writing set to zero, which stands for unknown, so that the same video has the same bytes. */
function withoutTimes(bytes: Buffer): Buffer {
  const index = bytes.subarray(0, bytes.indexOf('mdat'))
  for (const box of ['mvhd', 'tkhd', 'mdhd'])
    for (let at = index.indexOf(box); at !== -1; at = index.indexOf(box, at + 1))
      index.fill(0, at + 8, at + 16)
  return bytes
}
