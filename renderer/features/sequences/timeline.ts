/** Where each shot stands in the time of its sequence. All times are in milliseconds. */
import type { EditedShot } from './edits.ts'

/** How long an image is shown where its shot does not say. */
export const STILL_MS = 3_000
/** What is left of a shot at least. */
export const MIN_CLIP_MS = 40

/** A file that a shot shows. */
export interface Clip {
  readonly assetId: string
  readonly kind: 'image' | 'video'
  /** Of a video, when its frames begin in its file. */
  readonly startMs?: number | undefined
  /** Of a video, up to the end of its frames; undefined until it is known. */
  readonly lengthMs?: number | undefined
  /** Frames a second; undefined where that is not known, or not steady. */
  readonly frameRate?: number | undefined
}

export interface Segment {
  readonly shotId: string
  readonly assetId: string
  readonly kind: 'image' | 'video'
  /** Of the file. */
  readonly inMs: number
  readonly outMs: number
  /** Of that, a first frame that the shot before has just shown: exports leave it out, and it is shown no second time. */
  readonly droppedMs: number
  /** Of the whole file; 0 while it is not known. */
  readonly lengthMs: number
  readonly frameRate: number | undefined
  /** Of the sequence. */
  readonly startMs: number
  readonly endMs: number
  readonly isMuted: boolean
}

/** The shots that have something to show, one behind the other. `beginOf`: the asset whose last frame a shot begins with. */
export function layOut(
  shots: readonly EditedShot[],
  clipOf: (shot: EditedShot) => Clip | undefined,
  beginOf: (shot: EditedShot) => string | undefined = () => undefined,
): readonly Segment[] {
  const segments: Segment[] = []
  for (const shot of shots) {
    const clip = clipOf(shot)
    if (clip === undefined) continue
    const part = shownPart(shot, clip)
    const { outMs } = part
    if (outMs <= part.inMs) continue
    const before = segments.at(-1)
    const droppedMs = before?.assetId === beginOf(shot) ? repeatedMs(clip, part, before) : 0
    const inMs = part.inMs + droppedMs
    const startMs = before?.endMs ?? 0
    const { assetId, kind, lengthMs = 0, frameRate } = clip
    const isMuted = shot.muted === true
    segments.push({
      shotId: shot.id,
      assetId,
      kind,
      inMs,
      outMs,
      droppedMs,
      lengthMs,
      frameRate,
      startMs,
      endMs: startMs + outMs - inMs,
      isMuted,
    })
  }
  return segments
}

interface Part {
  readonly inMs: number
  readonly outMs: number
}

/** Where the shot before ends with the last frame of its file, as exports see it. */
function repeatedMs(
  { kind, frameRate, startMs = 0 }: Clip,
  { inMs, outMs }: Part,
  before: Segment | undefined,
): number {
  if (before === undefined || kind !== 'video' || inMs > startMs || frameRate === undefined) return 0
  const endsWhole =
    before.kind === 'image' || before.outMs > before.lengthMs - 500 / (before.frameRate ?? USUAL_RATE)
  const frameMs = Math.ceil(1_000 / frameRate - EXACT)
  return endsWhole && frameMs < outMs - inMs ? frameMs : 0
}

/** What of its file a shot shows, as exports have it; nothing while the length of a video is not known. */
export function shownPart(shot: EditedShot, { kind, startMs = 0, lengthMs = 0 }: Clip): Part {
  if (kind === 'image') return { inMs: 0, outMs: shot.stillMs ?? STILL_MS }
  const whole = { inMs: startMs, outMs: lengthMs }
  const { trim = whole } = shot
  if (lengthMs === 0) return trim
  const part = { inMs: Math.max(trim.inMs, startMs), outMs: Math.min(trim.outMs, lengthMs) }
  // A trim that was meant for a longer take shows all of this one.
  return part.inMs < part.outMs ? part : whole
}

export function lengthOf(segments: readonly Segment[]): number {
  return segments.at(-1)?.endMs ?? 0
}

/** The place of the segment that is shown at this time: the last one at the very end, -1 where there are none. */
export function segmentAt(segments: readonly Segment[], timeMs: number): number {
  const at = segments.findIndex(({ endMs }) => timeMs < endMs)
  return at < 0 ? segments.length - 1 : at
}

/** Steps through an image, and through a video whose rate is not known. */
const USUAL_RATE = 30
/** A time is this near to the frame that begins then, in frames. */
const EXACT = 1e-6

/** When the frame that is shown at this time begins and ends, in whole ms of its file: never before it is in sight. */
export function frameAt(segment: Segment, timeMs: number, rate: number): { fromMs: number; toMs: number } {
  const frame = frameNumber(segment, timeMs, rate)
  const begins = (at: number): number => Math.ceil((at * 1_000) / rate - EXACT)
  return { fromMs: begins(frame), toMs: begins(frame + 1) }
}

/** The time in the middle of the next frame, or of the one before, where no rounding shows another one. */
export function stepped(segments: readonly Segment[], timeMs: number, frames: 1 | -1): number {
  const at = segmentAt(segments, timeMs)
  const [before, segment] = [segments[at - 1], segments[at]]
  if (segment === undefined) return timeMs
  const rate = segment.frameRate ?? USUAL_RATE
  const next = middleOf(segment, frameNumber(segment, timeMs, rate) + frames, rate)
  if (next >= segment.endMs) return segment.endMs
  if (next >= segment.startMs) return next
  if (before === undefined) return segment.startMs
  const rateBefore = before.frameRate ?? USUAL_RATE
  return Math.min(
    middleOf(before, frameNumber(before, before.endMs, rateBefore), rateBefore),
    before.endMs - 1,
  )
}

/** The very end of a shot still shows its last frame. */
function frameNumber({ inMs, outMs, startMs }: Segment, timeMs: number, rate: number): number {
  return Math.floor((Math.min(inMs + timeMs - startMs, outMs - 1) * rate) / 1_000 + EXACT)
}

function middleOf({ inMs, startMs }: Segment, frame: number, rate: number): number {
  return startMs - inMs + ((frame + 0.5) * 1_000) / rate
}

/** Minutes, seconds and hundredths. */
export function clockOf(ms: number): string {
  const hundredths = Math.floor(ms / 10)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(hundredths / 6_000)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
