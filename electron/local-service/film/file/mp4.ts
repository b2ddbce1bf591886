/**
 * Joins strips of film and a sound track to one MP4 that a browser can start to play before it has all of it.
 *
 * Nothing is decoded: packets are taken out of their files and given their times.
 */
import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
  type AudioCodec,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny'
import { forgetTimes } from './forget-times.ts'
import type { FilmSize } from './h264.ts'

export const LABEL = 'Made by Sample studio, procedural art'

export interface FilmFile extends FilmSize {
  /** Paths of MP4 files of one H.264 track each, in order; each begins with a key frame. */
  readonly strips: readonly string[]
  readonly framesPerSecond: number
  /** Path of a file whose first sound track is taken over as it is, or null for a silent film. */
  readonly sound: string | null
  readonly title: string
  readonly comment: string
}

/** What an MP4 can hold and browsers play in it. */
const SOUND_CODECS: readonly AudioCodec[] = ['aac', 'mp3', 'opus', 'flac']

/** Writes the film to `path` as MP4 with its index in front. Sound ends with the picture, at the last whole packet. */
export async function joinFilm(film: FilmFile, path: string): Promise<{ readonly hasSound: boolean }> {
  const format = new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format, target: new FilePathTarget(path) })
  const picture = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(picture, { frameRate: film.framesPerSecond })
  using input = film.sound === null ? null : openFile(film.sound)
  const track = (await input?.getPrimaryAudioTrack()) ?? null
  const codec = (await track?.getCodec()) ?? null
  const sound = codec !== null && SOUND_CODECS.includes(codec) ? new EncodedAudioPacketSource(codec) : null
  if (sound !== null) output.addAudioTrack(sound)
  output.setMetadataTags({ title: film.title, comment: film.comment, artist: 'Sample studio' })
  await output.start()
  const frames = await addPicture(picture, film)
  if (sound !== null && track !== null) await addSound(sound, track, frames / film.framesPerSecond)
  await output.finalize()
  await forgetTimes(path)
  return { hasSound: sound !== null }
}

function openFile(path: string): Input {
  return new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
}

/** The number of frames that were added. */
async function addPicture(source: EncodedVideoPacketSource, film: FilmFile): Promise<number> {
  const { framesPerSecond, strips } = film
  let frame = 0
  for (const path of strips) {
    using input = openFile(path)
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error('A strip of the film is empty.')
    const meta = { decoderConfig: await configOf(track, film) }
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
async function configOf(track: InputVideoTrack, { width, height }: FilmSize): Promise<VideoDecoderConfig> {
  const config = await track.getDecoderConfig()
  if (config?.description === undefined) throw new Error('A strip of the film has no H.264 head.')
  return {
    codec: config.codec,
    codedWidth: width,
    codedHeight: height,
    description: config.description,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  }
}

async function addSound(
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
