/**
 * Decides who plays: the instruments that the prompt names, then those of the model, then those of the genre.
 */
import { pick, type Random } from '../paint/random.ts'
import type { Genre } from './genres/genre.ts'
import type { MusicModel } from './music-job.ts'
import { ROLES, type InstrumentName, type KitName, type Role } from './score.ts'
import type { Brief } from './words/read-brief.ts'
import type { PartWord } from './words/vocabulary.ts'

export interface Players {
  readonly parts: Readonly<Partial<Record<Role, InstrumentName>>>
  readonly kit: KitName | null
}

export interface PlayersWish {
  readonly genre: Genre
  readonly model: MusicModel
  readonly brief: Brief
  readonly instrumental: boolean
}

type Band = Readonly<Partial<Record<Role, readonly [InstrumentName, ...InstrumentName[]]>>> & {
  readonly kit?: KitName
}

/** Models that have instruments of their own, whatever the genre. */
const BANDS: Readonly<Record<MusicModel, Band>> = {
  'small-ensemble': {},
  'night-drive': {
    lead: ['saw-lead', 'bell', 'saw-lead'],
    second: ['electric-piano', 'bell'],
    chords: ['synth-pluck', 'electric-piano'],
    pad: ['pad'],
    sparkle: ['synth-pluck', 'bell'],
    bass: ['synth-bass'],
    kit: 'electronic',
  },
  'chip-tune': {
    lead: ['pulse-lead'],
    second: ['pulse-chords'],
    chords: ['pulse-chords'],
    pad: ['pulse-chords'],
    sparkle: ['pulse-lead'],
    bass: ['triangle-bass'],
    kit: 'chip',
  },
  'concert-hall': {
    lead: ['strings', 'horn', 'flute', 'clarinet'],
    second: ['horn', 'flute', 'voice'],
    chords: ['harp', 'piano'],
    pad: ['strings'],
    sparkle: ['bell', 'harp'],
    bass: ['bowed-bass'],
    kit: 'orchestral',
  },
}
/** The roles an instrument fills best, best first. */
const TALENTS: Readonly<Record<InstrumentName, readonly Role[]>> = {
  guitar: ['chords', 'lead', 'second', 'sparkle'],
  harp: ['chords', 'sparkle', 'second'],
  piano: ['chords', 'lead', 'second'],
  'electric-piano': ['chords', 'second', 'lead'],
  organ: ['chords', 'pad', 'lead'],
  marimba: ['lead', 'sparkle', 'second'],
  vibraphone: ['lead', 'sparkle', 'second'],
  'music-box': ['lead', 'sparkle', 'second'],
  bell: ['sparkle', 'lead', 'second'],
  flute: ['lead', 'second'],
  clarinet: ['lead', 'second'],
  horn: ['lead', 'second', 'pad'],
  strings: ['pad', 'lead', 'second'],
  pad: ['pad'],
  'saw-lead': ['lead', 'second'],
  'synth-pluck': ['sparkle', 'chords', 'second'],
  voice: ['lead', 'second', 'pad'],
  'upright-bass': ['bass'],
  'bowed-bass': ['bass', 'lead'],
  'synth-bass': ['bass'],
  'sub-bass': ['bass'],
  'pulse-lead': ['lead', 'second'],
  'pulse-chords': ['chords'],
  'triangle-bass': ['bass'],
}
const ROLES_OF_WORD: Readonly<Record<PartWord, readonly Role[]>> = {
  drums: [],
  bass: ['bass'],
  melody: ['lead', 'second'],
  chords: ['chords', 'pad', 'sparkle'],
  pad: ['pad'],
}

/** The players for this wish; at least one part. */
export function pickPlayers({ genre, model, brief, instrumental }: PlayersWish, random: Random): Players {
  const named = seat(brief.instruments)
  const excluded = new Set<InstrumentName>(
    brief.without.filter((word): word is InstrumentName => word in TALENTS),
  )
  const silent = new Set(
    brief.without.flatMap((word) => (word in ROLES_OF_WORD ? ROLES_OF_WORD[word as PartWord] : [])),
  )
  const isSolo = brief.isSolo && brief.instruments.length > 0
  const parts: Partial<Record<Role, InstrumentName>> = {}
  for (const role of ROLES) {
    const usual = BANDS[model][role] ?? genre.players[role]
    const open = usual?.filter((name) => !excluded.has(name))
    const chosen = open?.[0] === undefined ? undefined : pick(random, [open[0], ...open.slice(1)])
    const player = named.get(role) ?? (isSolo ? undefined : chosen)
    if (player !== undefined && !silent.has(role)) parts[role] = player
  }
  if (isSolo) playAlone(parts, brief.instruments)
  if (!instrumental && !silent.has('lead')) parts.lead = 'voice'
  if (Object.keys(parts).length === 0) parts.chords = genre.players.chords?.[0] ?? 'piano'
  const usualKit = genre.kit === null ? null : (BANDS[model].kit ?? genre.kit)
  const hasKit = !brief.without.includes('drums') && (!isSolo || brief.kit !== null)
  return { parts, kit: hasKit ? (brief.kit ?? usualKit) : null }
}

/** Gives each named instrument the best role that is still free. */
function seat(instruments: readonly InstrumentName[]): ReadonlyMap<Role, InstrumentName> {
  const seats = new Map<Role, InstrumentName>()
  for (const instrument of instruments) {
    const role = TALENTS[instrument].find((each) => !seats.has(each))
    if (role !== undefined) seats.set(role, instrument)
  }
  return seats
}

/** One player has both hands full: melody and chords where it can play both. */
function playAlone(
  parts: Partial<Record<Role, InstrumentName>>,
  instruments: readonly InstrumentName[],
): void {
  for (const instrument of instruments) {
    const talents = TALENTS[instrument]
    if (talents.includes('chords')) parts.chords ??= instrument
    if (talents.includes('lead') || talents.includes('second')) parts.lead ??= instrument
  }
}
