/** Reads what a composer can act on out of a prompt; words not known here still move the random choices. */
import { MOODS, type Mood } from './ensembles.ts'
import words from './brief-words.json' with { type: 'json' }
import type { InstrumentName } from './instruments.ts'
import { findKey } from './key.ts'

export type Brief = ReturnType<typeof readBrief>

const SLOWEST_BPM = 40
const FASTEST_BPM = 220
/** "no drums", "without bass or drums": what follows up to the next comma or stop. */
const NEGATION = /\b(?:no|without)\s+[^,.;:!?]+/gu

export function readBrief(prompt: string) {
  const text = prompt.toLowerCase()
  const unwanted = text.match(NEGATION)?.join(' ') ?? ''
  const wanted = text.replaceAll(NEGATION, ' ')
  const says = (pattern: string, where = wanted): boolean => new RegExp(pattern, 'u').test(where)
  const bpm = Number(/\b(\d{2,3})\s*-?\s*(?:bpm|beats per minute)\b/u.exec(wanted)?.[1])
  const places = Object.entries(MOODS).map(
    ([mood, rules]) => [wanted.search(new RegExp(rules.words, 'u')), mood] as const,
  )
  const [first] = places.filter(([at]) => at >= 0).toSorted(([a], [b]) => a - b)
  const [lead] = Object.entries(words.leads).find(([, pattern]) => says(pattern)) ?? []
  const without = Object.entries(words.parts).filter(([, pattern]) => says(pattern, unwanted))
  return {
    /** The mood whose word comes first. */
    mood: (first?.[1] ?? null) as Mood | null,
    /** A factor for the tempo. */
    pace: says(words.fast) ? 1.22 : says(words.slow) ? 0.8 : 1,
    /** Beats a minute, when the prompt gives a number. */
    bpm: bpm >= SLOWEST_BPM && bpm <= FASTEST_BPM ? bpm : null,
    key: findKey(prompt),
    isWaltz: says(words.waltz),
    /** Who plays the melody, when the prompt names an instrument. */
    lead: (lead ?? null) as InstrumentName | null,
    /** Parts that are left out: "drums", "bass", "melody", "chords". */
    without: without.map(([part]) => part),
  }
}
