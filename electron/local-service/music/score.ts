/**
 * What a composer hands to the players: who plays which notes when, in beats, and how the piece is built.
 */
import type { Key } from './theory/key.ts'

export const INSTRUMENT_NAMES = [
  'guitar',
  'harp',
  'piano',
  'electric-piano',
  'organ',
  'marimba',
  'vibraphone',
  'music-box',
  'bell',
  'flute',
  'clarinet',
  'horn',
  'strings',
  'pad',
  'saw-lead',
  'synth-pluck',
  'voice',
  'upright-bass',
  'bowed-bass',
  'synth-bass',
  'sub-bass',
  'pulse-lead',
  'pulse-chords',
  'triangle-bass',
] as const
export type InstrumentName = (typeof INSTRUMENT_NAMES)[number]

export const KIT_NAMES = ['acoustic', 'brushes', 'dusty', 'electronic', 'chip', 'orchestral', 'hand'] as const
export type KitName = (typeof KIT_NAMES)[number]

export const DRUM_NAMES = [
  'kick',
  'snare',
  'rim',
  'clap',
  'hat',
  'open-hat',
  'ride',
  'crash',
  'shaker',
  'tom',
  'low-tom',
] as const
export type DrumName = (typeof DRUM_NAMES)[number]

/** What a part does in the ensemble. `second` leads where `lead` rests, `sparkle` plays broken chords high up. */
export const ROLES = ['lead', 'second', 'chords', 'pad', 'sparkle', 'bass'] as const
export type Role = (typeof ROLES)[number]

export interface Note {
  /** In beats from the start of the piece. */
  readonly start: number
  readonly length: number
  /** MIDI number; 60 is middle C. */
  readonly pitch: number
  /** 0 to 1. */
  readonly velocity: number
}

export interface DrumHit {
  readonly start: number
  readonly drum: DrumName
  readonly velocity: number
}

export interface Part {
  readonly role: Role
  readonly instrument: InstrumentName
  readonly notes: readonly Note[]
}

/** Sections with the same name share their harmony and their melody. */
export type SectionName = 'intro' | 'A' | 'B' | 'C' | 'outro'

export interface Section {
  readonly name: SectionName
  readonly firstBar: number
  readonly bars: number
  /** 0 (one instrument) to 1 (everyone). */
  readonly energy: number
  /** How often this section's name came before. */
  readonly repeat: number
}

export interface Score {
  readonly key: Key
  readonly bpm: number
  readonly beatsPerBar: number
  /** How late the second eighth of each beat comes, as a share of a beat; a third of an eighth is a triplet's. */
  readonly swing: number
  readonly sections: readonly Section[]
  readonly parts: readonly Part[]
  readonly kit: KitName | null
  readonly drums: readonly DrumHit[]
}
