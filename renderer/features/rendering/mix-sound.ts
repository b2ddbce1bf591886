/** Mixes the sound of a plan: each clip's at its place, the tracks under them, all brought to one loudness if wished. */
import type { Input } from 'mediabunny'
import type { RenderPlan } from '#contract/rendering.ts'
import { Loudness } from './loudness.ts'
import { RenderProblem } from './messages.ts'
import { openMedia } from './open-media.ts'
import { SAMPLE_RATE, SoundReader, type Stereo } from './sound-reader.ts'

/** EBU R 128 s2: what streaming services play at. */
const WANTED_LUFS = -16
/** No louder than this, whatever the loudness asks for: 1 dB below full scale, for what lies between samples. */
const LOUDEST_SAMPLE = 10 ** (-1 / 20)
const CHUNK_SAMPLES = SAMPLE_RATE

/** A file's sound from `fromSeconds` of it, heard from `startSeconds` of the whole for `seconds`. */
interface Part {
  readonly assetId: string
  readonly fromSeconds: number
  readonly startSeconds: number
  readonly seconds: number
  readonly gain: number
  readonly fadeInSeconds: number
  readonly fadeOutSeconds: number
}

/** A piece of the whole, a second or less. */
export interface MixedChunk {
  readonly startSeconds: number
  readonly sound: Stereo
}

/** Null where nothing sounds. `starts` are the clips' beginnings in the whole, and its end. @throws RenderProblem where sound would be missing */
export async function openMix(
  plan: RenderPlan,
  starts: readonly number[],
): Promise<{ readonly chunks: () => AsyncGenerator<MixedChunk> } | null> {
  const parts = await partsOf(plan, starts)
  if (parts.length === 0) return null
  const seconds = starts.at(-1) ?? 0
  if (!plan.normalise) return { chunks: () => mix(parts, seconds, 1) }
  const loudness = new Loudness()
  for await (const { sound } of mix(parts, seconds, 1)) loudness.add(sound)
  const measured = loudness.integrated()
  const wanted = Number.isFinite(measured) ? 10 ** ((WANTED_LUFS - measured) / 20) : 1
  const gain = Math.min(wanted, LOUDEST_SAMPLE / Math.max(loudness.peak, Number.MIN_VALUE))
  return { chunks: () => mix(parts, seconds, gain) }
}

async function partsOf({ clips, sound }: RenderPlan, starts: readonly number[]): Promise<readonly Part[]> {
  const end = starts.at(-1) ?? 0
  const parts: Part[] = []
  for (const [index, { assetId, kind, muted, inMs }] of clips.entries()) {
    if (kind === 'image' || muted) continue
    if ((await secondsOfSound(assetId, new RenderProblem('noSoundDecoder', index))) === null) continue
    const startSeconds = starts[index] ?? 0
    const seconds = (starts[index + 1] ?? end) - startSeconds
    parts.push({
      assetId,
      fromSeconds: inMs / 1_000,
      startSeconds,
      seconds,
      gain: 1,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
    })
  }
  for (const [index, { assetId, startMs, levelDb, fadeInMs, fadeOutMs }] of sound.entries()) {
    const startSeconds = startMs / 1_000
    if (startSeconds >= end) continue
    const problem = new RenderProblem('noTrackDecoder', index)
    const length = await secondsOfSound(assetId, problem)
    if (length === null) throw problem
    parts.push({
      assetId,
      fromSeconds: 0,
      startSeconds,
      seconds: Math.min(length, end - startSeconds),
      gain: 10 ** (levelDb / 20),
      fadeInSeconds: fadeInMs / 1_000,
      fadeOutSeconds: fadeOutMs / 1_000,
    })
  }
  return parts
}

/** Null where there is none. @throws `problem` where it cannot be decoded: it would be missing, and nothing would say so */
async function secondsOfSound(assetId: string, problem: RenderProblem): Promise<number | null> {
  const input = openMedia(assetId)
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => Promise.reject(problem))
    if (track === null) return null
    if (!(await track.canDecode())) throw problem
    return await track.computeDuration()
  } finally {
    input.dispose()
  }
}

async function* mix(parts: readonly Part[], seconds: number, gain: number): AsyncGenerator<MixedChunk> {
  const total = Math.round(seconds * SAMPLE_RATE)
  const open = new Map<Part, { readonly input: Input; readonly reader: SoundReader | null }>()
  try {
    for (let from = 0; from < total; from += CHUNK_SAMPLES) {
      const length = Math.min(CHUNK_SAMPLES, total - from)
      const sound = [new Float32Array(length), new Float32Array(length)] as const
      for (const part of parts) await addPart(part, open, sound, from)
      if (gain !== 1) for (const channel of sound) channel.forEach((one, at) => (channel[at] = one * gain))
      yield { startSeconds: from / SAMPLE_RATE, sound }
    }
  } finally {
    for (const { input } of open.values()) input.dispose()
  }
}

async function addPart(
  part: Part,
  open: Map<Part, { readonly input: Input; readonly reader: SoundReader | null }>,
  sound: Stereo,
  from: number,
): Promise<void> {
  const first = Math.round(part.startSeconds * SAMPLE_RATE)
  const end = first + Math.round(part.seconds * SAMPLE_RATE)
  const { length } = sound[0]
  if (end <= from) {
    open.get(part)?.input.dispose()
    open.delete(part)
    return
  }
  if (first >= from + length) return
  let opened = open.get(part)
  if (!opened) {
    const input = openMedia(part.assetId)
    const track = await input.getPrimaryAudioTrack()
    opened = { input, reader: track && new SoundReader(track, part.fromSeconds) }
    open.set(part, opened)
  }
  const skipped = Math.max(0, first - from)
  const count = Math.min(length, end - from) - skipped
  const within: Stereo = [
    sound[0].subarray(skipped, skipped + count),
    sound[1].subarray(skipped, skipped + count),
  ]
  const startSeconds = (from + skipped - first) / SAMPLE_RATE
  await opened.reader?.addTo(within, part.fromSeconds + startSeconds, (index) =>
    gainAt(part, startSeconds + index / SAMPLE_RATE),
  )
}

/** `seconds` after the part's beginning. */
function gainAt({ gain, seconds: length, fadeInSeconds, fadeOutSeconds }: Part, seconds: number): number {
  const fadeIn = fadeInSeconds > 0 ? Math.min(1, seconds / fadeInSeconds) : 1
  const fadeOut = fadeOutSeconds > 0 ? Math.min(1, Math.max(0, length - seconds) / fadeOutSeconds) : 1
  return gain * fadeIn * fadeOut
}
