/**
 * Genres played by people in a room.
 */
import type { Genre } from './genre.ts'

export const LO_FI: Genre = {
  name: 'lo-fi',
  bpm: [70, 88],
  beatsPerBar: 4,
  swing: 0.14,
  richness: 'ninth',
  harmony: {
    minor: {
      verse: ['i | iv | bVII | bIII', 'bVI | bVII | i | i', 'iv | v | i | bVI'],
      bridge: ['bVI | v | iv | bIII', 'iv | bIII | bVI | V7'],
    },
    major: {
      verse: ['ii | V | I | vi', 'I | vi | ii | V', 'IV | iii | ii | I'],
      bridge: ['iii | vi | ii | V', 'IV | V | iii | vi'],
    },
    dorian: { verse: ['i | IV | bVII | i', 'i | IV | i | v'], bridge: ['bIII | IV | v | i'] },
  },
  players: {
    lead: ['vibraphone', 'flute', 'guitar', 'clarinet'],
    second: ['marimba', 'guitar'],
    chords: ['electric-piano', 'piano', 'electric-piano'],
    pad: ['pad', 'strings'],
    sparkle: ['harp', 'music-box'],
    bass: ['upright-bass', 'sub-bass'],
  },
  kit: 'dusty',
  chords: ['lazy', 'lazy', 'charleston'],
  bass: ['lazy'],
  grooves: ['boom-bap', 'half-time'],
  manner: { density: 0.36, syncopation: 0.6, leaps: 0.3 },
  sound: { reverb: 0.2, reverbSeconds: 1.4, echo: 0.12, ducking: 0.25, age: 0.8, treble: -2, looseness: 9 },
}

export const JAZZ: Genre = {
  name: 'jazz',
  bpm: [112, 168],
  beatsPerBar: 4,
  swing: 0.166,
  richness: 'ninth',
  harmony: {
    major: {
      verse: ['ii | V13 | I | vi', 'I vi | ii V13 | iii vi | ii V13', 'ii V13 | I | ii V13 | I'],
      bridge: ['IV | iv7 | iii | VI7 | ii | V13 | I | V13', 'vi | II9 | ii | V13'],
    },
    minor: {
      verse: ['i | iv | iim7b5 | V7', 'i | bVI | iim7b5 | V7', 'iim7b5 | V7 | i | i'],
      bridge: ['iv | bVII | bIII | bVI | iim7b5 | V7 | i | V7'],
    },
    dorian: {
      verse: ['i | i | IV | IV', 'i | IV | i | IV'],
      bridge: ['bIII | IV | i | i', 'bVII | IV | i | i'],
    },
  },
  players: {
    lead: ['clarinet', 'vibraphone', 'flute'],
    second: ['guitar', 'piano'],
    chords: ['piano', 'guitar'],
    sparkle: ['vibraphone'],
    bass: ['upright-bass'],
  },
  kit: 'brushes',
  chords: ['charleston'],
  bass: ['walking'],
  grooves: ['swing', 'swing', 'brush'],
  manner: { density: 0.62, syncopation: 0.7, leaps: 0.45 },
  sound: { reverb: 0.16, reverbSeconds: 1.1, echo: 0, ducking: 0, age: 0, treble: 0, looseness: 9 },
}

export const BOSSA: Genre = {
  name: 'bossa',
  bpm: [116, 144],
  beatsPerBar: 4,
  swing: 0,
  richness: 'ninth',
  harmony: {
    major: {
      verse: ['I | I | ii | V13', 'I | vi | ii | V13', 'I | II9 | ii | V13'],
      bridge: ['IV | bVII9 | iii | VI7', 'iii | VI7 | ii | V13'],
    },
    minor: {
      verse: ['i | iv | bVII | bIII', 'i | i | iim7b5 | V7'],
      bridge: ['iv | bVII | bIII | bVI', 'bVI | V7 | i | i'],
    },
  },
  players: {
    lead: ['flute', 'clarinet', 'vibraphone'],
    second: ['marimba', 'voice'],
    chords: ['guitar'],
    pad: ['strings'],
    sparkle: ['marimba'],
    bass: ['upright-bass'],
  },
  kit: 'hand',
  chords: ['bossa'],
  bass: ['bossa'],
  grooves: ['bossa', 'bossa', 'samba'],
  manner: { density: 0.48, syncopation: 0.9, leaps: 0.35 },
  sound: { reverb: 0.18, reverbSeconds: 1.3, echo: 0, ducking: 0, age: 0, treble: 1, looseness: 7 },
}

export const WALTZ: Genre = {
  name: 'waltz',
  bpm: [96, 156],
  beatsPerBar: 3,
  swing: 0,
  richness: 'triad',
  harmony: {
    major: {
      verse: ['I | I | V7 | V7 | V7 | V7 | I | I', 'I | vi | ii | V7', 'I | IV | V7 | I'],
      bridge: ['IV | I | V7 | I', 'vi | iii | IV | V7', 'ii | V7 | I | vi'],
    },
    minor: {
      verse: ['i | i | V7 | V7 | V7 | V7 | i | i', 'i | iv | V7 | i', 'i | bVI | iv | V7'],
      bridge: ['bIII | bVII | iv | V7', 'iv | i | V7 | i'],
    },
  },
  players: {
    lead: ['clarinet', 'flute', 'piano'],
    second: ['strings', 'music-box'],
    chords: ['piano', 'harp', 'organ'],
    pad: ['strings'],
    sparkle: ['music-box', 'harp'],
    bass: ['upright-bass', 'bowed-bass'],
  },
  kit: 'brushes',
  chords: ['waltz'],
  bass: ['waltz'],
  grooves: ['waltz', 'waltz-full'],
  manner: { density: 0.42, syncopation: 0.1, leaps: 0.4 },
  sound: { reverb: 0.24, reverbSeconds: 1.8, echo: 0, ducking: 0, age: 0, treble: 0, looseness: 8 },
}

export const FOLK: Genre = {
  name: 'folk',
  bpm: [88, 126],
  beatsPerBar: 4,
  swing: 0,
  richness: 'triad',
  harmony: {
    major: {
      verse: ['I | V | vi | IV', 'I | IV | I | V', 'I | iii | IV | V', 'vi | IV | I | V'],
      bridge: ['IV | I | ii | V', 'vi | V | IV | IV', 'ii | IV | I | V'],
    },
    dorian: {
      verse: ['i | bVII | i | IV', 'i | IV | bVII | i'],
      bridge: ['bIII | bVII | IV | i', 'v | IV | i | i'],
    },
    minor: {
      verse: ['i | bVII | bVI | bVII', 'i | bVI | bIII | bVII'],
      bridge: ['bIII | bVII | iv | i', 'bVI | iv | i | bVII'],
    },
    mixolydian: { verse: ['I | bVII | IV | I'], bridge: ['v | IV | I | I', 'IV | bVII | I | I'] },
  },
  players: {
    lead: ['flute', 'voice', 'clarinet'],
    second: ['strings', 'harp'],
    chords: ['guitar'],
    pad: ['strings', 'organ'],
    sparkle: ['harp', 'marimba'],
    bass: ['upright-bass'],
  },
  kit: 'acoustic',
  chords: ['picked', 'picked', 'rolled'],
  bass: ['root-fifth'],
  grooves: ['stomp', 'train-beat'],
  manner: { density: 0.46, syncopation: 0.25, leaps: 0.3 },
  sound: { reverb: 0.18, reverbSeconds: 1.5, echo: 0, ducking: 0, age: 0, treble: 1, looseness: 8 },
}

export const FUNK: Genre = {
  name: 'funk',
  bpm: [98, 118],
  beatsPerBar: 4,
  swing: 0.05,
  richness: 'ninth',
  harmony: {
    dorian: {
      verse: ['i | i | IV | IV', 'i | IV | i | IV', 'i | i | bVII | IV'],
      bridge: ['bIII | IV | i | i', 'v | IV | bIII | IV'],
    },
    mixolydian: {
      verse: ['I | I | bVII | IV', 'I | bVII | I | IV'],
      bridge: ['IV | IV | I | bVII', 'ii | bVII | IV | I'],
    },
    minor: {
      verse: ['i | bVII | bVI | bVII', 'i | iv | bVII | bIII'],
      bridge: ['bVI | bVII | i | i', 'iv | v | bVI | bVII'],
    },
  },
  players: {
    lead: ['horn', 'organ', 'clarinet'],
    second: ['electric-piano', 'flute'],
    chords: ['guitar', 'electric-piano'],
    pad: ['organ', 'strings'],
    sparkle: ['marimba'],
    bass: ['synth-bass', 'upright-bass'],
  },
  kit: 'acoustic',
  chords: ['scratch'],
  bass: ['funk'],
  grooves: ['funky', 'disco'],
  manner: { density: 0.58, syncopation: 0.9, leaps: 0.35 },
  sound: { reverb: 0.12, reverbSeconds: 0.9, echo: 0.06, ducking: 0.15, age: 0, treble: 2, looseness: 5 },
}

export const LULLABY: Genre = {
  name: 'lullaby',
  bpm: [66, 88],
  beatsPerBar: 3,
  swing: 0,
  richness: 'triad',
  harmony: {
    major: {
      verse: ['I | vi | IV | V', 'I | IV | I | V', 'I | iii | IV | I'],
      bridge: ['IV | I | ii | V', 'vi | iii | IV | V'],
    },
    lydian: { verse: ['I | II | I | vi', 'I | I | II | I'], bridge: ['vi | II | iii | I'] },
    minor: { verse: ['i | bVI | bIII | bVII', 'i | iv | bVI | V'], bridge: ['bIII | bVII | iv | i'] },
  },
  players: {
    lead: ['music-box', 'piano', 'vibraphone'],
    second: ['flute', 'voice'],
    chords: ['piano', 'harp'],
    pad: ['strings', 'pad'],
    sparkle: ['bell', 'harp'],
    bass: ['bowed-bass'],
  },
  kit: null,
  chords: ['rolled'],
  bass: ['roots'],
  grooves: ['waltz'],
  manner: { density: 0.34, syncopation: 0.1, leaps: 0.3 },
  sound: { reverb: 0.34, reverbSeconds: 2.6, echo: 0.08, ducking: 0, age: 0, treble: -1, looseness: 10 },
}
