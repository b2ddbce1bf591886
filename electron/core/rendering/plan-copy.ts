/** Decides whether clips can be joined by copying their packets, and says why where they cannot. */
import { message, type Message } from '#contract/messages/message.ts'
import { FORMAT_NAMES, type RenderClip, type RenderPlan } from '#contract/rendering.ts'
import type { JoinedClip } from './join-clips.ts'
import type { ClipFacts, TrackFacts } from './measure-clip.ts'

/** A clip with what was measured of it; `facts` is null for an image. */
export interface MeasuredClip {
  readonly clip: RenderClip
  readonly path: string
  readonly facts: ClipFacts | null
}

export type CopyPlan =
  | { readonly kind: 'copy'; readonly clips: readonly JoinedClip[] }
  | { readonly kind: 'encode'; readonly why: Message }

/** Codecs that a file of the format plays with everywhere. */
const HELD: Readonly<Record<RenderPlan['format'], ReadonlySet<string>>> = {
  mp4: new Set(['avc', 'hevc', 'av1', 'aac', 'mp3']),
  webm: new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis']),
}

/** What a sequence is brought to. */
type Target = Pick<RenderPlan, 'format' | 'width' | 'height' | 'frameRate' | 'sound' | 'normalise'>

export function planCopy(measured: readonly MeasuredClip[], target: Target): CopyPlan {
  if (target.sound.length > 0 || target.normalise)
    return { kind: 'encode', why: message('rendering.why.mix') }
  const sounding = measured.find(hasSound) ?? null
  const clips: JoinedClip[] = []
  for (const [index, one] of measured.entries()) {
    const why = whyNot(one, measured, index, target) ?? whyNotSound(one, sounding, target)
    const part = one.facts?.video.part
    if (why || !part)
      return { kind: 'encode', why: why ?? message('rendering.why.image', { shot: one.clip.number }) }
    const leavesLast = measured[index + 1]?.clip.dropsFirstFrame === true
    const frames = part.frames - (leavesLast ? 1 : 0)
    const step = (part.toSeconds - part.fromSeconds) / part.frames
    clips.push({
      path: one.path,
      fromSeconds: part.fromSeconds,
      toSeconds: part.fromSeconds + frames * step,
      frames,
      hasSound: hasSound(one),
    })
  }
  return { kind: 'copy', clips }
}

export function hasSound({ clip, facts }: MeasuredClip): boolean {
  return !clip.muted && facts !== null && facts.audio !== null
}

function whyNot(
  { clip, facts }: MeasuredClip,
  measured: readonly MeasuredClip[],
  index: number,
  { format, width, height, frameRate }: Target,
): Message | null {
  const shot = { shot: clip.number }
  if (facts === null) return message('rendering.why.image', shot)
  const { video } = facts
  if (!isHeld(video, format))
    return message('rendering.why.format', { ...shot, format: FORMAT_NAMES[format] })
  if (video.width !== width || video.height !== height) return message('rendering.why.size', shot)
  if (video.isVariable) return message('rendering.why.variable', shot)
  if (!isSameRate(video.frameRate, frameRate, video.part.frames))
    return message('rendering.why.frameRate', shot)
  if (video.parameters !== measured[0]?.facts?.video.parameters) return message('rendering.why.codec', shot)
  // The same frame ends the earlier clip: there it can be left out without decoding, at the beginning of this one it cannot.
  const next = measured[index + 1]?.clip
  const leavesLast = next?.dropsFirstFrame === true
  if (leavesLast && !video.part.isWholeWithoutLast)
    return message('rendering.why.repeated', { shot: next.number })
  if (!leavesLast && !video.part.isWhole) return message('rendering.why.cut', shot)
  return null
}

function whyNotSound(one: MeasuredClip, first: MeasuredClip | null, { format }: Target): Message | null {
  const sounding = first?.facts?.audio
  if (!sounding) return null
  const shot = { shot: one.clip.number }
  if (!isHeld(sounding, format))
    return message('rendering.why.format', { shot: first.clip.number, format: FORMAT_NAMES[format] })
  // A frame of MP3 takes bits from the frames before it.
  if (sounding.codec === 'mp3' && hasSound(one) && one.clip.inMs > 0)
    return message('rendering.why.cutSound', shot)
  if (!hasSound(one)) return sounding.hasSilence ? null : message('rendering.why.silence', shot)
  const isSame = one.facts?.audio?.parameters === sounding.parameters
  return isSame ? null : message('rendering.why.audio', shot)
}

/** A codec that it plays with, described so that its head can say it. */
function isHeld({ codec, parameters }: TrackFacts, format: RenderPlan['format']): boolean {
  return HELD[format].has(codec) && parameters !== null
}

/** Whether a clip's frames stay in place at another rate: off by less than half a frame at its end. */
function isSameRate(rate: number, wanted: number, frames: number): boolean {
  return Math.abs((frames * wanted) / rate - frames) < 0.5
}
