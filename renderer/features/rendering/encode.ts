/**
 * Encodes a plan: every clip in the wanted size, at one constant frame rate, with the mixed sound.
 *
 * The file leaves in pieces as it grows, and no more of it than one piece is held.
 */
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  canEncodeVideo,
  CanvasSink,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  StreamTarget,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny'
import type { RenderClip, RenderPlan } from '#contract/rendering.ts'
import { mediaUrl } from '../../bridge/media.ts'
import { RenderProblem } from './messages.ts'
import { openMix, type MixedChunk } from './mix-sound.ts'
import { openMedia, videoOf } from './open-media.ts'
import { SAMPLE_RATE } from './sound-reader.ts'

export interface EncodeOptions {
  /** Takes a piece of the file; the next one waits for it. */
  readonly send: (position: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Of 1. */
  readonly progress: (done: number) => void
}

const CHUNK_BYTES = 4 * 1024 ** 2
const SOUND_BITS_PER_SECOND = 192_000
const KEY_FRAME_SECONDS = 2
/** Of FFmpeg's encoder: one frame (libavcodec/aacenc.c, `initial_padding`). */
const AAC_DELAY_SAMPLES = 1_024
const FRAMES_A_REPORT = 12

/** @throws RenderProblem */
export async function encode(plan: RenderPlan, { send, progress }: EncodeOptions): Promise<void> {
  const video = new VideoSampleSource({
    codec: await videoCodec(plan),
    bitrate: QUALITY_HIGH,
    keyFrameInterval: KEY_FRAME_SECONDS,
  })
  const output = new Output({
    format: plan.format === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new StreamTarget(
      new WritableStream({ write: ({ data, position }) => send(position, Uint8Array.from(data)) }),
      { chunked: true, chunkSize: CHUNK_BYTES },
    ),
  })
  output.addVideoTrack(video, { frameRate: plan.frameRate })
  const ends = frameEnds(plan)
  const mix = await openMix(
    plan,
    [0, ...ends].map((frame) => frame / plan.frameRate),
  )
  const sound = mix && (await soundCodec(plan))
  const audio = sound && new AudioSampleSource({ codec: sound.codec, bitrate: SOUND_BITS_PER_SECOND })
  if (audio) output.addAudioTrack(audio)
  await output.start()
  const chunks = mix?.chunks()
  let chunk: MixedChunk | null = null
  const total = ends.at(-1) ?? 0
  let frame = 0
  for await (const canvas of framesOf(plan, ends)) {
    const seconds = frame / plan.frameRate
    // Both tracks grow together.
    while (audio && chunks) {
      chunk ??= (await chunks.next()).value ?? null
      if (chunk === null || chunk.startSeconds > seconds) break
      await addSound(audio, chunk, sound.delaySeconds)
      chunk = null
    }
    const sample = new VideoSample(canvas, { timestamp: seconds, duration: 1 / plan.frameRate })
    await video.add(sample)
    sample.close()
    if (++frame % FRAMES_A_REPORT === 0) progress(frame / total)
  }
  // Shorter than a frame.
  if (audio && chunk) await addSound(audio, chunk, sound.delaySeconds)
  await output.finalize()
}

/** The first codec that the browser encodes in this size. */
async function videoCodec({ format, width, height }: RenderPlan): Promise<'avc' | 'vp9' | 'vp8'> {
  for (const codec of format === 'mp4' ? (['avc'] as const) : (['vp9', 'vp8'] as const))
    if (await canEncodeVideo(codec, { width, height, bitrate: QUALITY_HIGH })) return codec
  throw new RenderProblem('noEncoder')
}

interface SoundCodec {
  readonly codec: 'aac' | 'opus'
  /** What comes out begins so much before what went in, and does not say it. */
  readonly delaySeconds: number
}

async function soundCodec({ format }: RenderPlan): Promise<SoundCodec> {
  if (format === 'webm') return { codec: 'opus', delaySeconds: 0 }
  if (await canEncodeAudio('aac')) return { codec: 'aac', delaySeconds: 0 }
  registerAacEncoder()
  return { codec: 'aac', delaySeconds: AAC_DELAY_SAMPLES / SAMPLE_RATE }
}

async function addSound(
  audio: AudioSampleSource,
  { sound: [left, right], startSeconds }: MixedChunk,
  delaySeconds: number,
): Promise<void> {
  const data = new Float32Array(left.length * 2)
  data.set(left)
  data.set(right, left.length)
  const facts = { format: 'f32-planar', numberOfChannels: 2, sampleRate: SAMPLE_RATE } as const
  const sample = new AudioSample({ ...facts, data, timestamp: startSeconds - delaySeconds })
  await audio.add(sample)
  sample.close()
}

/** Behind each clip's last frame, counted from the beginning of the whole: what is rounded of one clip never adds up. */
function frameEnds({ clips, frameRate }: RenderPlan): readonly number[] {
  let ms = 0
  return clips.map(({ inMs, outMs }) => Math.round(((ms += outMs - inMs) * frameRate) / 1_000))
}

/** Every frame of the whole, in the wanted size. */
async function* framesOf(plan: RenderPlan, ends: readonly number[]): AsyncGenerator<OffscreenCanvas> {
  for (const [index, clip] of plan.clips.entries()) {
    const count = (ends[index] ?? 0) - (ends[index - 1] ?? 0)
    if (clip.kind === 'video') yield* framesOfVideo(plan, clip, count, index)
    else {
      const canvas = await drawImage(plan, clip, index)
      for (let frame = 0; frame < count; frame++) yield canvas
    }
  }
}

async function* framesOfVideo(
  { width, height, frameRate }: RenderPlan,
  { assetId, inMs }: RenderClip,
  count: number,
  index: number,
): AsyncGenerator<OffscreenCanvas> {
  const input = openMedia(assetId)
  try {
    const track = await videoOf(input, index)
    const sink = new CanvasSink(track, { width, height, fit: 'contain', poolSize: 2 })
    // A little behind each beginning, so that a frame that begins there is not missed by a rounding.
    const times = Array.from({ length: count }, (_, frame) => inMs / 1_000 + (frame + 0.25) / frameRate)
    let shown: OffscreenCanvas | null = null
    for await (const wrapped of sink.canvasesAtTimestamps(times)) {
      if (wrapped?.canvas instanceof OffscreenCanvas) shown = wrapped.canvas
      if (shown === null) throw new RenderProblem('damaged', index)
      yield shown
    }
  } catch (error) {
    throw error instanceof RenderProblem ? error : new RenderProblem('damaged', index)
  } finally {
    input.dispose()
  }
}

async function drawImage(
  { width, height }: RenderPlan,
  { assetId }: RenderClip,
  index: number,
): Promise<OffscreenCanvas> {
  const response = await fetch(mediaUrl(assetId))
  const image = await response
    .blob()
    .then(createImageBitmap)
    .catch(() => null)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (image === null || context === null) throw new RenderProblem('damaged', index)
  const scale = Math.min(width / image.width, height / image.height)
  const [w, h] = [image.width * scale, image.height * scale]
  context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
  image.close()
  return canvas
}
