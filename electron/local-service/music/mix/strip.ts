/**
 * One channel of the mixer: starts its voices when they are due, damps them when their keys are let go, and sends the sum on.
 */
import { decayFor, type Voice } from '../synth/voice.ts'
import type { Effect } from './effects.ts'
import type { Stereo } from './mix.ts'

export interface Timed {
  /** In samples from the start of the piece. */
  readonly start: number
  /** Samples until the key is let go; counts for ringing voices only. */
  readonly heldSamples: number
  readonly gain: number
  /** -1 (left) to 1. */
  readonly pan: number
  /** Asked for when the voice begins. */
  readonly voice: () => Voice
}

export interface StripTerms {
  /** Seconds in which a voice is damped once its key is let go, or null when voices end by themselves. */
  readonly damping: number | null
  readonly effects: readonly Effect[]
  /** Shares of the sum that are sent to the room and to the echo. */
  readonly room: number
  readonly echo: number
  /** The most frames that are rendered at once. */
  readonly block: number
}

export interface Strip {
  /** Adds `count` frames from frame `from` on. Has to be called for each block in turn. */
  render(from: number, count: number, dry: Stereo, room: Stereo, echo: Stereo): void
}

interface Sounding {
  readonly voice: Voice
  readonly start: number
  readonly letGoAt: number
  readonly left: number
  readonly right: number
  /** Falls from 1 once the key is let go. */
  level: number
}

/** Below this, a damped voice is over. */
const INAUDIBLE = 0.0005

/** A channel for `events`, which are in the order of their starts. */
export function createStrip(
  events: readonly Timed[],
  { damping, effects, room, echo, block }: StripTerms,
): Strip {
  const [left, right] = [new Float32Array(block), new Float32Array(block)]
  const fall = damping === null ? 1 : decayFor(damping)
  let sounding: Sounding[] = []
  let next = 0

  function startDue(before: number): void {
    for (let event = events[next]; event !== undefined && event.start < before; event = events[next]) {
      const voice = event.voice()
      const angle = ((event.pan + 1) * Math.PI) / 4
      sounding.push({
        voice,
        start: event.start,
        letGoAt: damping === null ? Infinity : event.start + event.heldSamples,
        left: event.gain * Math.cos(angle) * Math.SQRT2,
        right: event.gain * Math.sin(angle) * Math.SQRT2,
        level: 1,
      })
      next += 1
    }
  }

  function add(each: Sounding, from: number, count: number): void {
    const { voice, start, letGoAt, left: gainLeft, right: gainRight } = each
    const { left: voiceLeft, right: voiceRight } = voice
    const first = Math.max(0, start - from)
    const last = Math.min(count, start + voiceLeft.length - from)
    const heldTo = Math.min(last, letGoAt - from)
    const shift = from - start
    for (let at = first; at < heldTo; at += 1) {
      left[at] = (left[at] as number) + (voiceLeft[at + shift] as number) * gainLeft
      right[at] = (right[at] as number) + (voiceRight[at + shift] as number) * gainRight
    }
    let { level } = each
    for (let at = Math.max(first, heldTo); at < last; at += 1) {
      level *= fall
      left[at] = (left[at] as number) + (voiceLeft[at + shift] as number) * gainLeft * level
      right[at] = (right[at] as number) + (voiceRight[at + shift] as number) * gainRight * level
    }
    each.level = level
  }

  return {
    render(from, count, dry, toRoom, toEcho) {
      startDue(from + count)
      if (sounding.length === 0 && effects.length === 0) return
      left.fill(0)
      right.fill(0)
      for (const each of sounding) add(each, from, count)
      sounding = sounding.filter(
        ({ voice, start, level }) => start + voice.left.length > from + count && level > INAUDIBLE,
      )
      for (const effect of effects) effect(left, right, count)
      addScaled(dry, left, right, 1, count)
      if (room > 0) addScaled(toRoom, left, right, room, count)
      if (echo > 0) addScaled(toEcho, left, right, echo, count)
    },
  }
}

/** Adds `level` times both sides to `to`. */
export function addScaled(
  to: Stereo,
  left: Float32Array,
  right: Float32Array,
  level: number,
  count: number,
): void {
  const { left: toLeft, right: toRight } = to
  for (let at = 0; at < count; at += 1) {
    toLeft[at] = (toLeft[at] as number) + (left[at] as number) * level
    toRight[at] = (toRight[at] as number) + (right[at] as number) * level
  }
}
