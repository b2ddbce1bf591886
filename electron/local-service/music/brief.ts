/**
 * Reads what a composer can act on out of a prompt: mood, pace, key, beats in a bar, who plays and who does not.
 *
 * Words not known here still move the random choices.
 */
import { MOOD_RULES, MOODS, type Mood } from './ensembles.ts'
import words from './brief-words.json' with { type: 'json' }
import { findKey, type Key } from './key.ts'
import type { InstrumentName } from './instruments.ts'

export interface Brief {
  readonly mood: Mood | null
  readonly pace: 'slow' | 'fast' | null
  /** Beats a minute, when the prompt gives a number. */
  readonly bpm: number | null
  readonly key: Key | null
  readonly isWaltz: boolean
  /** Who plays the melody, when the prompt names an instrument. */
  readonly lead: InstrumentName | null
  /** Parts that "no …" or "without …" leaves out. */
  readonly without: readonly Part[]
}

type Part = 'drums' | 'bass' | 'melody' | 'chords'

const SLOWEST_BPM = 40
const FASTEST_BPM = 220

/** The first that is named counts. */
const LEADS = patternsOf<InstrumentName>(words.leads)
const PARTS = patternsOf<Part>(words.parts)
/** "no drums", "without bass or drums": what follows up to the next comma or stop. */
const NEGATION = /\b(?:no|without)\s+[^,.;:!?]+/gu

/** What `prompt` says. */
export function readBrief(prompt: string): Brief {
  const text = prompt.toLowerCase()
  const negated = text.match(NEGATION)?.join(' ') ?? ''
  const wished = text.replaceAll(NEGATION, ' ')
  const without = PARTS.filter(([, words]) => words.test(negated)).map(([part]) => part)
  return {
    mood: firstMood(wished),
    pace: /\b(?:fast|quick|up-?tempo|allegro|presto|energetic|driving|rapid|racing)\b/u.test(wished)
      ? 'fast'
      : /\b(?:slow\w*|adagio|largo|lento|downtempo|lazy|sleepy)\b/u.test(wished)
        ? 'slow'
        : null,
    bpm: readBpm(wished),
    key: findKey(prompt),
    isWaltz: /\b(?:waltz\w*|three-four|3\/4|minuet|mazurka)\b/u.test(wished),
    lead: LEADS.find(([, words]) => words.test(wished))?.[0] ?? null,
    without: /\bdrumless\b/u.test(text) ? [...without, 'drums'] : without,
  }
}

/** The mood whose word comes first in the text. */
function firstMood(text: string): Mood | null {
  const found = MOODS.map((mood) => ({ mood, at: text.search(MOOD_RULES[mood].words) })).filter(
    ({ at }) => at >= 0,
  )
  return found.toSorted((a, b) => a.at - b.at)[0]?.mood ?? null
}

function readBpm(text: string): number | null {
  const [, number] = /\b(\d{2,3})\s*-?\s*(?:bpm|beats per minute)\b/u.exec(text) ?? []
  const bpm = Number(number)
  return bpm >= SLOWEST_BPM && bpm <= FASTEST_BPM ? bpm : null
}

function patternsOf<Name extends string>(table: Readonly<Partial<Record<Name, string>>>) {
  return Object.entries<string | undefined>(table).map(
    ([name, pattern = '']) => [name as Name, new RegExp(pattern, 'u')] as const,
  )
}
