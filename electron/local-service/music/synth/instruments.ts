/**
 * The instruments by name.
 */
import type { InstrumentName } from '../score.ts'
import { clarinet, flute, horn, organ, voice } from './blown.ts'
import { bowedBass, pad, sawLead, strings, subBass, synthBass, synthPluck } from './bowed.ts'
import { pulseChords, pulseLead, triangleBass } from './chip.ts'
import { guitar, harp, uprightBass } from './plucked.ts'
import { bell, electricPiano, marimba, musicBox, piano, vibraphone } from './struck.ts'
import type { Instrument } from './voice.ts'

export const INSTRUMENTS: Readonly<Record<InstrumentName, Instrument>> = {
  guitar,
  harp,
  piano,
  'electric-piano': electricPiano,
  organ,
  marimba,
  vibraphone,
  'music-box': musicBox,
  bell,
  flute,
  clarinet,
  horn,
  strings,
  pad,
  'saw-lead': sawLead,
  'synth-pluck': synthPluck,
  voice,
  'upright-bass': uprightBass,
  'bowed-bass': bowedBass,
  'synth-bass': synthBass,
  'sub-bass': subBass,
  'pulse-lead': pulseLead,
  'pulse-chords': pulseChords,
  'triangle-bass': triangleBass,
}
