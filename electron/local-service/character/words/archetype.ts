/**
 * What a calling is: clothes, tools and colours, and the words that name it.
 */
import type { Age, Outfit, Species } from '../design.ts'

/** Lightness, chroma and hue. */
export type Tone = readonly [number, number, number]
/** How names of these people sound. */
export type NameKind = 'old-world' | 'modern' | 'machine' | 'critter'

export interface Archetype {
  /** Singular, lower case, as the profile says it. */
  readonly title: string
  /** Words that name it in a prompt, separated by blanks. */
  readonly words: string
  readonly outfit: Partial<Outfit>
  readonly primary?: Tone
  readonly secondary?: Tone
  readonly accent?: Tone
  readonly species?: Species
  readonly age?: Age
  readonly isFeminine?: boolean
  readonly names?: NameKind
  /** What the story says they do; follows "who". */
  readonly work: string
}

/** What everyone wears who is not told otherwise. */
export const PLAIN: Outfit = {
  top: 'shirt',
  bottom: 'trousers',
  feet: 'shoes',
  head: 'none',
  over: 'none',
  back: 'none',
  prop: 'none',
  hasGloves: false,
  hasBelt: true,
}
