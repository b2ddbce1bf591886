/**
 * The options of a piece of music: their JSON Schema for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What a tempo or a key does to the music is `music/`'s business.
 */
import { nameKey, readKey } from '../music/key.ts'
import { FASTEST_BPM, SLOWEST_BPM } from '../music/brief.ts'
import { defineOptions, type Field } from './options/define-options.ts'
import { choiceField, countField, durationField, flagField, seedField, show } from './options/fields.ts'

export const MUSIC_OPTIONS = defineOptions({
  duration: durationField({ minimum: 5, maximum: 300, standard: 60 }),
  tempo: tempoField(),
  key: keyField(),
  instrumental: flagField(
    {
      title: 'Instrumental',
      description: 'Without a voice. Otherwise a voice takes the melody on vowels; it sings no words.',
    },
    true,
  ),
  output_format: choiceField({ title: 'Output format' }, ['mp3', 'wav']),
  count: countField('Number of pieces', 4),
  seed: seedField(),
})

/** Null when left out: the prompt and its mood then decide. */
function tempoField(): Field<number | null> {
  const range = `from ${SLOWEST_BPM} to ${FASTEST_BPM}`
  return {
    listed: {
      type: 'number',
      title: 'Tempo',
      description: 'Beats per minute. Follows the prompt when left out.',
      minimum: SLOWEST_BPM,
      maximum: FASTEST_BPM,
    },
    read(value) {
      if (value === undefined) return { ok: true, value: null }
      const fits = typeof value === 'number' && value >= SLOWEST_BPM && value <= FASTEST_BPM
      if (fits) return { ok: true, value }
      return { ok: false, fault: `must be a number of beats per minute ${range}, not ${show(value)}.` }
    },
  }
}

/** The key's usual name, or null when left out. */
function keyField(): Field<string | null> {
  return {
    listed: {
      type: 'string',
      title: 'Key',
      description:
        'A tonic and a mode: major, minor, dorian, mixolydian, lydian or phrygian. Follows the prompt when left out.',
      examples: ['C major', 'D minor', 'F# dorian', 'Bb major'],
    },
    read(value) {
      if (value === undefined) return { ok: true, value: null }
      const key = typeof value === 'string' ? readKey(value) : null
      if (key !== null) return { ok: true, value: nameKey(key) }
      return { ok: false, fault: `must be a key such as "D minor" or "F# major", not ${show(value)}.` }
    },
  }
}
