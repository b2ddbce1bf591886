/**
 * A sequence as editing programs see it: clips and sounds in whole frames of one rate, the same for every file that is written of it.
 *
 * Owns the arithmetic: a clip ends at the frame nearest to the time of all clips up to there, so that no rounding adds up. Where the files lie and what they are called is told.
 */
import type { Track } from '#contract/sequences.ts'
import type { Cut } from './cut.ts'
import { frameAt, frameRateOf, type FrameRate } from './frame-rate.ts'
import { plainLine } from './plain-text.ts'

/** A file that a timeline shows or plays, as it was measured. */
export interface Source {
  readonly assetId: string
  readonly kind: 'image' | 'video' | 'audio'
  /** What the user knows it by, in one line. */
  readonly name: string
  /** The file's own name, unique in the timeline unless the file stays where another tool put it. */
  readonly fileName: string
  /** Where it lies: a URL, relative to the file that is written unless it stays where another tool put it. */
  readonly url: string
  /** The time that clips are told in when it begins: other programs count from there. */
  readonly startMs: number
  /** How long it plays; of an image 0. */
  readonly durationMs: number
  readonly width?: number
  readonly height?: number
  /** Frames a second of its own. */
  readonly frameRate?: number
  /** Absent where it has no sound. */
  readonly sound?: { readonly channels: number; readonly sampleRate: number }
}

/** All places and lengths in frames of the timeline's rate. */
interface Placed {
  /** Where it begins in the timeline. */
  readonly start: number
  readonly frames: number
  /** Where it begins in its source. */
  readonly from: number
  /** How long the whole source is; never less than what is used of it. */
  readonly sourceFrames: number
  readonly source: Source
}

export interface TimelineClip extends Placed {
  readonly name: string
  readonly isHeard: boolean
  readonly caption?: string
}

export interface TimelineSound extends Placed {
  readonly levelDb: number
  readonly fadeIn: number
  readonly fadeOut: number
}

export interface Timeline {
  readonly name: string
  readonly rate: FrameRate
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly clips: readonly TimelineClip[]
  readonly sounds: readonly TimelineSound[]
}

export type TimelineParts = Omit<Cut, 'open' | 'unheard'>

/** What has no source, and a sound that begins when the last clip has ended, is left out: it would not be there. */
export function timelineOf(
  { name, frameRate, width, height, clips, sound }: TimelineParts,
  sources: ReadonlyMap<string, Source>,
): Timeline {
  const rate = frameRateOf(frameRate)
  const placed: TimelineClip[] = []
  let start = 0
  let endMs = 0
  for (const clip of clips) {
    const source = sources.get(clip.assetId)
    if (!source) continue
    const inMs = clip.inMs + droppedMs(clip, source, rate)
    endMs += clip.outMs - inMs
    // At least one frame long, whatever the trim.
    const end = Math.max(frameAt(endMs, rate), start + 1)
    placed.push(placeClip(clip, source, inMs, { start, end, rate }))
    start = end
  }
  const sounds = sound.flatMap((track) => {
    const source = sources.get(track.assetId)
    return source ? placeSound(track, source, start, rate) : []
  })
  return { name, rate, width, height, frames: start, clips: placed, sounds }
}

/** Of a first frame that is left out: it lasts as long as the file's own frames, and is not all that is shown. */
function droppedMs(
  { dropsFirstFrame, inMs, outMs }: TimelineParts['clips'][number],
  { frameRate }: Source,
  rate: FrameRate,
): number {
  const own = frameRate === undefined ? rate : frameRateOf(frameRate)
  const ms = (own.seconds * 1_000) / own.frames
  return dropsFirstFrame && ms < outMs - inMs ? ms : 0
}

function placeClip(
  { name, muted, caption }: TimelineParts['clips'][number],
  source: Source,
  inMs: number,
  { start, end, rate }: { readonly start: number; readonly end: number; readonly rate: FrameRate },
): TimelineClip {
  const frames = end - start
  const whole = frameAt(source.durationMs, rate)
  const from = Math.max(0, Math.min(frameAt(inMs - source.startMs, rate), whole - frames))
  return {
    name,
    start,
    from,
    frames,
    sourceFrames: Math.max(whole, from + frames),
    source,
    isHeard: !muted && source.sound !== undefined,
    // One without a word is none.
    ...(caption !== undefined && plainLine(caption) !== '' && { caption }),
  }
}

function placeSound(
  { startMs, levelDb, fadeInMs, fadeOutMs }: Track,
  source: Source,
  end: number,
  rate: FrameRate,
): readonly TimelineSound[] {
  const start = frameAt(startMs, rate)
  const sourceFrames = Math.max(frameAt(source.durationMs, rate), 1)
  const frames = Math.min(sourceFrames, end - start)
  if (frames <= 0) return []
  const fadeIn = Math.min(frameAt(fadeInMs, rate), frames)
  const fadeOut = Math.min(frameAt(fadeOutMs, rate), frames - fadeIn)
  return [{ start, frames, from: 0, sourceFrames, source, levelDb, fadeIn, fadeOut }]
}
