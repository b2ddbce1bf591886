/**
 * Genres of machines, screens and concert halls.
 */
import type { Genre } from './genre.ts'

export const AMBIENT: Genre = {
  name: 'ambient',
  bpm: [56, 76],
  beatsPerBar: 4,
  swing: 0,
  richness: 'ninth',
  harmony: {
    lydian: {
      verse: ['I | I | II | II', 'I | vi | II | I'],
      bridge: ['vi | II | I | I', 'iii | vi | II | II'],
    },
    major: {
      verse: ['I | I | vi | vi', 'I | IV | vi | IV', 'I | iii | IV | IV'],
      bridge: ['IV | vi | ii | ii', 'vi | IV | I | I'],
    },
    minor: {
      verse: ['i | i | bVI | bVI', 'i | bIII | bVI | iv'],
      bridge: ['bVI | bIII | bVII | bVII', 'iv | iv | bVI | i'],
    },
    dorian: { verse: ['i | i | IV | IV', 'i | bVII | IV | i'], bridge: ['bIII | bVII | IV | i'] },
  },
  players: {
    lead: ['bell', 'flute', 'voice', 'vibraphone'],
    second: ['electric-piano', 'voice'],
    chords: ['electric-piano', 'harp', 'piano'],
    pad: ['pad'],
    sparkle: ['harp', 'bell', 'music-box'],
    bass: ['sub-bass', 'bowed-bass'],
  },
  kit: null,
  chords: ['swell', 'rolled'],
  bass: ['pedal'],
  grooves: ['heartbeat'],
  manner: { density: 0.14, syncopation: 0.2, leaps: 0.45 },
  sound: { reverb: 0.6, reverbSeconds: 5.5, echo: 0.3, ducking: 0, age: 0, treble: 3, looseness: 18 },
}

export const TECHNO: Genre = {
  name: 'techno',
  bpm: [122, 134],
  beatsPerBar: 4,
  swing: 0,
  richness: 'seventh',
  harmony: {
    minor: {
      verse: ['i | i | bVI | bVII', 'i | i | i | bVII', 'i | bVII | bVI | bVI'],
      bridge: ['bVI | bVII | i | i', 'iv | bVI | bVII | i'],
    },
    phrygian: {
      verse: ['i | i | bII | i', 'i | bII | i | bvii'],
      bridge: ['bVI | bII | i | i', 'bIII | bII | i | i'],
    },
    dorian: { verse: ['i | i | IV | i', 'i | bVII | IV | i'], bridge: ['bIII | IV | i | i'] },
  },
  players: {
    lead: ['saw-lead', 'bell'],
    second: ['synth-pluck', 'electric-piano'],
    chords: ['synth-pluck', 'organ'],
    pad: ['pad'],
    sparkle: ['synth-pluck', 'marimba'],
    bass: ['synth-bass', 'sub-bass'],
  },
  kit: 'electronic',
  chords: ['offbeat', 'scratch'],
  bass: ['offbeat', 'eighths'],
  grooves: ['driving', 'four-floor'],
  manner: { density: 0.4, syncopation: 0.6, leaps: 0.2 },
  sound: { reverb: 0.2, reverbSeconds: 1.8, echo: 0.26, ducking: 0.7, age: 0, treble: 4, looseness: 0 },
}

export const SYNTHWAVE: Genre = {
  name: 'synthwave',
  bpm: [84, 112],
  beatsPerBar: 4,
  swing: 0,
  richness: 'triad',
  harmony: {
    minor: {
      verse: ['i | bVI | bIII | bVII', 'i | bVII | bVI | bVII', 'i | iv | bVI | bVII'],
      bridge: ['bVI | bVII | i | bIII', 'iv | bVI | bIII | bVII', 'bIII | bVII | iv | bVI'],
    },
    major: { verse: ['vi | IV | I | V', 'I | V | vi | IV'], bridge: ['IV | V | vi | I', 'ii | IV | I | V'] },
    dorian: { verse: ['i | IV | bVII | i'], bridge: ['bIII | bVII | IV | i'] },
  },
  players: {
    lead: ['saw-lead'],
    second: ['bell', 'saw-lead'],
    chords: ['synth-pluck'],
    pad: ['pad'],
    sparkle: ['electric-piano', 'bell'],
    bass: ['synth-bass'],
  },
  kit: 'electronic',
  chords: ['sixteenths', 'arpeggio'],
  bass: ['octaves', 'eighths'],
  grooves: ['gated', 'pop', 'four-floor'],
  manner: { density: 0.42, syncopation: 0.5, leaps: 0.35 },
  sound: { reverb: 0.26, reverbSeconds: 2.2, echo: 0.24, ducking: 0.45, age: 0, treble: 3.5, looseness: 1 },
}

export const CHIPTUNE: Genre = {
  name: 'chiptune',
  bpm: [128, 168],
  beatsPerBar: 4,
  swing: 0,
  richness: 'triad',
  harmony: {
    major: {
      verse: ['I | V | vi | IV', 'I | IV | V | I', 'I | bVII | IV | I'],
      bridge: ['vi | iii | IV | V', 'IV | V | vi | V'],
    },
    minor: {
      verse: ['i | bVII | bVI | V', 'i | bVI | bVII | i', 'i | iv | bVII | bIII'],
      bridge: ['bVI | bVII | bIII | i', 'iv | bVII | i | V'],
    },
    mixolydian: { verse: ['I | bVII | IV | I'], bridge: ['IV | I | bVII | I'] },
  },
  players: {
    lead: ['pulse-lead'],
    second: ['pulse-chords'],
    chords: ['pulse-chords'],
    sparkle: ['pulse-lead'],
    bass: ['triangle-bass'],
  },
  kit: 'chip',
  chords: ['sixteenths'],
  bass: ['octaves', 'eighths'],
  grooves: ['chip-rock', 'pop'],
  manner: { density: 0.72, syncopation: 0.4, leaps: 0.5 },
  sound: { reverb: 0.03, reverbSeconds: 0.6, echo: 0.1, ducking: 0, age: 0, treble: 0, looseness: 0 },
}

export const CINEMATIC: Genre = {
  name: 'cinematic',
  bpm: [72, 104],
  beatsPerBar: 4,
  swing: 0,
  richness: 'triad',
  harmony: {
    minor: {
      verse: ['i | bVI | bIII | bVII', 'i | i | bVI | V', 'i | bIII | bVII | iv', 'i | v | bVI | bVII'],
      bridge: ['bVI | bVII | i | i', 'iv | bVI | bIII | V', 'bVI | bIII | bVII | i'],
    },
    major: {
      verse: ['I | V | vi | IV', 'I | iii | vi | IV'],
      bridge: ['IV | I | V | vi', 'vi | IV | ii | V'],
    },
    dorian: { verse: ['i | IV | bVI | bVII', 'i | bVII | IV | i'], bridge: ['bIII | bVII | IV | i'] },
  },
  players: {
    lead: ['strings', 'horn'],
    second: ['horn', 'voice'],
    chords: ['harp', 'piano'],
    pad: ['strings'],
    sparkle: ['bell', 'harp'],
    bass: ['bowed-bass'],
  },
  kit: 'orchestral',
  chords: ['arpeggio', 'rolled', 'pulse'],
  bass: ['roots', 'root-fifth'],
  grooves: ['taiko', 'march'],
  manner: { density: 0.26, syncopation: 0.1, leaps: 0.45 },
  sound: { reverb: 0.38, reverbSeconds: 3.2, echo: 0, ducking: 0, age: 0, treble: 1, looseness: 10 },
}
