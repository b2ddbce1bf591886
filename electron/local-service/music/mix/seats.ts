/**
 * Where everyone sits: how loud, how far left or right, how much of the room is heard, and through which effects.
 */
import type { InstrumentName, Role } from '../score.ts'
import { createChorus, createTremolo, type Effect } from './effects.ts'

export interface Seat {
  readonly decibels: number
  /** -1 (left) to 1. */
  readonly pan: number
  /** Share sent to the room and to the echo, 0 to 1. */
  readonly room: number
  readonly echo: number
}

/** Chords and pads sound several tones at once, which is why each of them is softer. */
export const SEATS: Readonly<Record<Role, Seat>> = {
  lead: { decibels: 0, pan: -0.06, room: 0.75, echo: 0.7 },
  second: { decibels: -1.5, pan: 0.28, room: 0.8, echo: 0.6 },
  chords: { decibels: -7.5, pan: -0.26, room: 0.6, echo: 0.2 },
  pad: { decibels: -12, pan: 0, room: 0.9, echo: 0 },
  sparkle: { decibels: -9.5, pan: 0.42, room: 0.9, echo: 0.8 },
  bass: { decibels: -1.5, pan: 0, room: 0.06, echo: 0 },
}

/** Instruments that carry further, or less far, than others of their role. */
const CORRECTIONS: Readonly<Partial<Record<InstrumentName, number>>> = {
  'pulse-lead': -3,
  'pulse-chords': -2,
  'saw-lead': -2,
  'music-box': -1,
  guitar: 1,
  marimba: 1,
  'sub-bass': 1,
}

export function correction(instrument: InstrumentName): number {
  return CORRECTIONS[instrument] ?? 0
}

/** What the instrument is always heard through. */
export function createEffects(instrument: InstrumentName): readonly Effect[] {
  switch (instrument) {
    case 'electric-piano':
      return [createChorus(0.7, 2.2, 0.35), createTremolo(4.4, 0.14)]
    case 'vibraphone':
      return [createTremolo(5.2, 0.22)]
    case 'organ':
      return [createChorus(5.6, 0.9, 0.6), createTremolo(5.6, 0.12)]
    case 'pad':
    case 'saw-lead':
      return [createChorus(0.35, 3.5, 0.4)]
    case 'guitar':
    case 'synth-pluck':
    case 'piano':
    case 'harp':
      return [createChorus(0.28, 1.6, 0.22)]
    default:
      return []
  }
}
