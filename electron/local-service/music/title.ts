/**
 * Finds a title for a piece, from its mood and chance.
 */
import { pick, type Random } from '../image/random.ts'
import type { Mood } from './brief.ts'

const ADJECTIVES: Readonly<Record<Mood, string>> = {
  happy: 'Bright Sunlit Merry Golden Open Lively Paper Marigold',
  sad: 'Faded Distant Blue Last Hollow Grey Unsent Fallen',
  dark: 'Iron Hidden Black Cold Buried Moonless Silent Narrow',
  calm: 'Quiet Slow Soft Still Gentle Warm Drifting Velvet',
  epic: 'Rising Burning Endless Thundering High Crimson First Unbroken',
  dreamy: 'Floating Silver Glass Lunar Weightless Pale Opal Sleeping',
}
const NOUNS =
  'Windowsill Horizon Avenue Harbour Carousel Orchard Lantern Meadow Summit Signal Highway Skyline Castle Feather'

/** Two words, such as "Quiet Windowsill". */
export function findTitle(mood: Mood, random: Random): string {
  const draw = (words: string): string => pick(random, words.split(' ') as [string, ...string[]])
  return `${draw(ADJECTIVES[mood])} ${draw(NOUNS)}`
}
