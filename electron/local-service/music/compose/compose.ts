/**
 * Writes the score of a planned piece: form, harmony, melody, accompaniment, bass and drums, and a last chord.
 */
import { createRandom, pick, type Random } from '../../paint/random.ts'
import type { PiecePlan } from '../plan-piece.ts'
import type { DrumHit, InstrumentName, Note, Part, Role, Score, Section } from '../score.ts'
import { readChord } from '../theory/chord.ts'
import { voiceChords, type Register } from '../theory/voicing.ts'
import { writeBass } from './bass.ts'
import { playChords, type ChordPattern } from './chord-patterns.ts'
import { writeDrums } from './drums.ts'
import { planForm } from './form.ts'
import { chordAt, layHarmony, type ChordSpan } from './harmony.ts'
import { nearest, stepFrom, writeMelody, type MelodyTerms } from './melody.ts'

/** MIDI number around which each instrument sings best as a leading voice. */
const CENTRES: Readonly<Partial<Record<InstrumentName, number>>> = {
  flute: 77,
  clarinet: 69,
  horn: 63,
  voice: 67,
  guitar: 67,
  'music-box': 84,
  bell: 79,
  'pulse-lead': 77,
  'pulse-chords': 72,
  'bowed-bass': 55,
}
const USUAL_CENTRE = 73
const REGISTERS: Readonly<Record<'chords' | 'pad' | 'sparkle', Register>> = {
  chords: { low: 50, high: 72, voices: 4 },
  pad: { low: 50, high: 76, voices: 4 },
  sparkle: { low: 69, high: 91, voices: 4 },
}
const SUSTAINED: readonly ChordPattern[] = ['held', 'swell']

interface Desk {
  readonly plan: PiecePlan
  readonly seed: number
  readonly sections: readonly Section[]
  readonly spans: readonly ChordSpan[]
  readonly endBeat: number
  /** How long the last chord rings, in beats. */
  readonly tailBeats: number
}

/** The score of `plan` for a piece of `duration` seconds. */
export function composeScore(plan: PiecePlan, duration: number, seed: number): Score {
  const { genre, key, bpm, bars, players } = plan
  const random = createRandom('score', seed)
  const { beatsPerBar } = genre
  const sections = planForm(bars)
  const spans = layHarmony(genre, key, sections, beatsPerBar, random)
  const endBeat = bars * beatsPerBar
  const tailBeats = Math.max(1, (duration * bpm) / 60 - endBeat)
  const desk: Desk = { plan, seed, sections, spans, endBeat, tailBeats }
  const parts = (Object.entries(players.parts) as [Role, InstrumentName][]).map(([role, instrument]) => ({
    role,
    instrument,
    notes: writePart(role, instrument, desk, createRandom(`part ${role}`, seed)).toSorted(
      (a, b) => a.start - b.start,
    ),
  }))
  const drums = players.kit === null ? [] : writeKit(desk, random)
  return { key, bpm, beatsPerBar, swing: genre.swing, sections, parts, kit: players.kit, drums }
}

function writePart(role: Role, instrument: InstrumentName, desk: Desk, random: Random): readonly Note[] {
  switch (role) {
    case 'lead':
    case 'second':
      return leading(role, instrument, desk, random)
    case 'chords':
    case 'pad':
    case 'sparkle':
      return accompanying(role, desk, random)
    case 'bass': {
      const { spans, plan } = desk
      const pattern = pick(random, plan.genre.bass)
      const heard = spans.filter(({ section, start }) => playsBass(section, start / plan.genre.beatsPerBar))
      return [
        ...writeBass(pattern, heard, plan.genre.beatsPerBar, random),
        ...lastNotes([nearest([plan.key.tonic], 36, [28, 43])], desk, 0.7),
      ]
    }
  }
}

function playsBass({ name, firstBar, bars, energy }: Section, bar: number): boolean {
  return name !== 'intro' || energy >= 0.5 || bar >= firstBar + bars / 2
}

function leading(
  role: 'lead' | 'second',
  instrument: InstrumentName,
  desk: Desk,
  random: Random,
): readonly Note[] {
  const { plan, seed, sections, spans } = desk
  const { genre, players, key } = plan
  const centre = CENTRES[instrument] ?? USUAL_CENTRE
  const hasSecond = players.parts.second !== undefined && players.parts.lead !== undefined
  const terms: MelodyTerms = { spans, beatsPerBar: genre.beatsPerBar, manner: genre.manner, centre }
  const bridgeManner = {
    ...genre.manner,
    density: genre.manner.density * 0.75,
    leaps: Math.min(1, genre.manner.leaps + 0.15),
  }
  const notes = sections.flatMap((section): readonly Note[] => {
    const { name, energy } = section
    if (name === 'intro' || name === 'outro') return []
    const isBridge = name !== 'A'
    const motif = createRandom(`motif ${name}`, seed)
    if (role === 'second' && !isBridge) {
      if (!hasSecond || energy < 0.95) return []
      const leadCentre = CENTRES[players.parts.lead ?? 'flute'] ?? USUAL_CENTRE
      const tune = writeMelody(section, { ...terms, centre: leadCentre }, motif, createRandom('shadow', seed))
      return harmonize(tune, spans, centre)
    }
    if (role === 'lead' && isBridge && hasSecond) return []
    const melody = writeMelody(section, isBridge ? { ...terms, manner: bridgeManner } : terms, motif, random)
    return melody.map((note) => ({ ...note, velocity: note.velocity * (0.75 + energy * 0.25) }))
  })
  const rest =
    notes.length > 0 && role === 'lead'
      ? lastNotes([nearest([key.tonic], centre, [centre - 9, centre + 9])], desk, 0.42)
      : []
  return [...notes, ...rest]
}

/** A second voice a third or more below the longer notes of `tune`, on chord tones. */
function harmonize(tune: readonly Note[], spans: readonly ChordSpan[], centre: number): readonly Note[] {
  return tune
    .filter(({ length }) => length >= 0.9)
    .map((note) => {
      const chord = chordAt(spans, note.start)
      const wished = stepFrom(note.pitch, -3, chord.scale)
      const pitch = nearest(chord.tones.slice(0, 4), wished, [
        Math.min(centre - 12, wished - 4),
        note.pitch - 3,
      ])
      return { ...note, pitch, velocity: note.velocity * 0.78 }
    })
}

function accompanying(role: 'chords' | 'pad' | 'sparkle', desk: Desk, random: Random): readonly Note[] {
  const { plan, spans, endBeat } = desk
  const { genre, key } = plan
  const heard = spans.filter(({ section }) => playsAlong(role, section, plan))
  const home = {
    start: endBeat,
    length: 1,
    chord: readChord(
      key.mode === 'major' || key.mode === 'lydian' || key.mode === 'mixolydian' ? 'I' : 'i',
      key,
      genre.richness,
    ),
  }
  const voicings = voiceChords(
    [...heard, home].map(({ chord }) => chord),
    REGISTERS[role],
  )
  const pattern = choosePattern(role, genre.chords, random)
  const notes = playChords(pattern, heard, voicings, genre.beatsPerBar, random)
  const last = lastNotes(voicings.at(-1) ?? [], desk, role === 'sparkle' ? 0.4 : 0.58)
  const shaped = notes.map((note) => {
    const { energy } = sectionAt(desk.sections, note.start / genre.beatsPerBar)
    return { ...note, velocity: note.velocity * (0.78 + energy * 0.22) }
  })
  return [...shaped, ...last]
}

function choosePattern(
  role: 'chords' | 'pad' | 'sparkle',
  patterns: PiecePlan['genre']['chords'],
  random: Random,
): ChordPattern {
  if (role === 'pad') return patterns.some((each) => SUSTAINED.includes(each)) ? 'swell' : 'held'
  if (role === 'chords') return pick(random, patterns)
  return pick(random, ['arpeggio', 'rolled', 'picked'])
}

function playsAlong(
  role: 'chords' | 'pad' | 'sparkle',
  { name, energy }: Section,
  { players, genre }: PiecePlan,
): boolean {
  switch (role) {
    case 'chords':
      return true
    case 'pad':
      return energy >= 0.7 || name === 'C' || genre.kit === null || players.parts.chords === undefined
    case 'sparkle':
      return energy >= 0.84 || name === 'C' || (name === 'intro' && players.parts.pad === undefined)
  }
}

function sectionAt(sections: readonly Section[], bar: number): Section {
  const found = sections.findLast(({ firstBar }) => firstBar <= bar + 1e-6) ?? sections[0]
  if (found === undefined) throw new Error('A piece has at least one section.')
  return found
}

/** The last chord, a little spread from the bottom up. */
function lastNotes(
  pitches: readonly number[],
  { endBeat, tailBeats }: Desk,
  velocity: number,
): readonly Note[] {
  return pitches.map((pitch, voice) => ({
    start: endBeat + voice * 0.04,
    length: tailBeats,
    pitch,
    velocity,
  }))
}

function writeKit({ plan, sections, endBeat }: Desk, random: Random): readonly DrumHit[] {
  const { genre } = plan
  const groove = pick(random, genre.grooves)
  const hits = writeDrums(groove, sections, genre.beatsPerBar, random)
  if (hits.length === 0 || genre.manner.density < 0.2) return hits
  return [
    ...hits,
    { start: endBeat, drum: 'kick', velocity: 0.7 },
    { start: endBeat, drum: 'crash', velocity: 0.45 },
  ]
}

/** All parts of `score` that play at least one note. */
export function soundingParts(score: Score): readonly Part[] {
  return score.parts.filter(({ notes }) => notes.length > 0)
}
