/**
 * Finds a title for a piece, from its mood and chance.
 */
import { pick, type Random } from '../image/random.ts'
import { MOOD_RULES, type Mood } from './ensembles.ts'

const NOUNS =
  'Windowsill Horizon Avenue Harbour Carousel Orchard Lantern Meadow Summit Signal Highway Skyline Castle Feather'

/** Two words, such as "Quiet Windowsill". */
export function findTitle(mood: Mood, random: Random): string {
  return `${pick(random, MOOD_RULES[mood].adjectives)} ${pick(random, NOUNS.split(' '))}`
}
