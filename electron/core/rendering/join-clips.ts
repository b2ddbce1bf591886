/**
 * Joins clips by copying their packets: nothing is decoded, and every packet stays as it is but for its time.
 *
 * Runs where files from outside are read (reading/). Which clips may be joined so is decided before (plan-copy.ts).
 */
import { open } from 'node:fs/promises'
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import { withMediaInput } from '../media/media-input.ts'
import { writableTo } from '../media/media-output.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { createSoundLine, type SoundLine } from './sound-line.ts'

export interface JoinedClip {
  readonly path: string
  /** In seconds of the file, of the first frame and of the end of the last one. */
  readonly fromSeconds: number
  readonly toSeconds: number
  /** As many packets, in the order of decoding. */
  readonly frames: number
  /** Its sound is taken along; else it is silent. */
  readonly hasSound: boolean
}

export interface Join {
  /** The file is written here, and synced. */
  readonly to: string
  readonly format: 'mp4' | 'webm'
  readonly frameRate: number
  readonly clips: readonly JoinedClip[]
}

/** `refused`: a clip is damaged, or the format cannot hold it. The file must not be used then. */
export type JoinEnd = { readonly kind: 'joined' | 'refused' }

/** @throws the disk's error, and the reason of `signal` when it aborts. */
export async function joinClips(join: Join, signal: AbortSignal): Promise<JoinEnd> {
  const file = await open(join.to, 'w', 0o600)
  try {
    const output = new Output({
      // The index goes to the end: at the beginning it would cost holding the whole file in memory.
      format: join.format === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
      target: new StreamTarget(writableTo(file)),
    })
    try {
      await copyInto(output, join, signal)
      await output.finalize()
      await file.sync()
      return { kind: 'joined' }
    } catch (error) {
      signal.throwIfAborted()
      if (diskFailure(error)) throw error
      return { kind: 'refused' }
    } finally {
      if (output.state !== 'finalized') await output.cancel().catch(() => undefined)
    }
  } finally {
    await file.close()
  }
}

async function copyInto(output: Output, join: Join, signal: AbortSignal): Promise<void> {
  const head = join.clips[0]
  if (!head) throw new Error('There is nothing to join.')
  const { video, videoMeta, rotation } = await withMediaInput(head.path, async (input) => {
    const track = await videoOf(input)
    const config = await track.getDecoderConfig()
    if (config === null) throw new Error('The video has no description.')
    const source = new EncodedVideoPacketSource((await track.getCodec()) as VideoCodec)
    return { video: source, videoMeta: { decoderConfig: config }, rotation: await track.getRotation() }
  })
  output.addVideoTrack(video, { rotation, frameRate: join.frameRate })
  const sound = await openSound(output, join)
  await output.start()
  let frames = 0
  for (const clip of join.clips) {
    const at = frames / join.frameRate
    const copy = async (input: Input): Promise<void> => {
      const packets = videoPackets(await videoOf(input), clip, frames, join.frameRate)
      const sounding = sound?.line.play(clip.hasSound ? await soundOf(input) : null, clip, at)
      for await (const packet of packets) {
        signal.throwIfAborted()
        // Both tracks grow together, so that no player has to look far for either.
        await sounding?.until(packet.timestamp)
        await video.add(packet, frames === 0 ? videoMeta : undefined)
      }
      await sounding?.until(Infinity)
    }
    await withMediaInput(clip.path, copy, { wholly: true })
    frames += clip.frames
  }
  await sound?.line.end()
}

async function videoOf(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('The clip holds no video.')
  return track
}

async function soundOf(input: Input): Promise<EncodedPacketSink | null> {
  const track = await input.getPrimaryAudioTrack()
  return track && new EncodedPacketSink(track)
}

/** The packets of a clip in the order of decoding, each at its place among the frames of the whole. */
async function* videoPackets(
  track: InputVideoTrack,
  { fromSeconds, toSeconds, frames }: JoinedClip,
  before: number,
  frameRate: number,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track)
  const step = (toSeconds - fromSeconds) / frames
  let packet = await sink.getPacket(fromSeconds + step / 4)
  for (let left = frames; left > 0; left--) {
    if (!packet) throw new Error('The clip ends before its last frame.')
    const place = before + Math.round((packet.timestamp - fromSeconds) / step)
    yield packet.clone({
      data: lent(packet.data),
      timestamp: place / frameRate,
      duration: 1 / frameRate,
    })
    // One by one: the sink's own queue would hold a second of packets, which is a whole clip at this speed.
    packet = await sink.getNextPacket(packet)
  }
}

/** Bytes that nobody changes need no copy until they are written: mediabunny's `StreamTarget` makes one by `slice`. */
function lent(data: Uint8Array): Uint8Array {
  const view = data.subarray()
  return Object.assign(view, { slice: () => view })
}

/** The track for sound, described by the first clip that has some; null where none has. */
async function openSound(output: Output, { clips }: Join): Promise<{ readonly line: SoundLine } | null> {
  const sounding = clips.find(({ hasSound }) => hasSound)
  if (!sounding) return null
  return withMediaInput(sounding.path, async (input) => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('The sound has no description.')
    const codec = (await track.getCodec()) as AudioCodec
    const source = new EncodedAudioPacketSource(codec)
    output.addAudioTrack(source)
    return { line: createSoundLine(source, config, codec) }
  })
}
