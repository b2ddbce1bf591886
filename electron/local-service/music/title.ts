/**
 * Finds a title for a piece, from its feeling and chance.
 */
import { pick, type Random } from '../paint/random.ts'
import type { GenreName } from './genres/genre.ts'
import type { Feeling } from './words/vocabulary.ts'

type Words = readonly [string, ...string[]]

const ADJECTIVES: Readonly<Record<Feeling | 'any', Words>> = {
  happy: ['Bright', 'Sunlit', 'Merry', 'Golden', 'Open', 'Lively', 'Paper', 'Marigold'],
  sad: ['Faded', 'Distant', 'Blue', 'Last', 'Hollow', 'Grey', 'Unsent', 'Fallen'],
  dark: ['Iron', 'Hidden', 'Black', 'Cold', 'Buried', 'Moonless', 'Silent', 'Narrow'],
  calm: ['Quiet', 'Slow', 'Soft', 'Still', 'Gentle', 'Warm', 'Drifting', 'Velvet'],
  epic: ['Rising', 'Burning', 'Endless', 'Thundering', 'High', 'Crimson', 'First', 'Unbroken'],
  dreamy: ['Floating', 'Silver', 'Half-Remembered', 'Glass', 'Lunar', 'Weightless', 'Pale', 'Opal'],
  any: ['Late', 'Copper', 'Wandering', 'Winding', 'Amber', 'Early', 'Northern', 'Folded'],
}
const NOUNS: Readonly<Record<GenreName, Words>> = {
  'lo-fi': ['Windowsill', 'Notebook', 'Kettle', 'Raincoat', 'Lamp', 'Afternoon'],
  ambient: ['Tide', 'Horizon', 'Glacier', 'Orbit', 'Mist', 'Lagoon'],
  jazz: ['Corner Table', 'Taxi', 'Matchbook', 'Stairwell', 'Avenue', 'Overcoat'],
  bossa: ['Terrace', 'Harbour', 'Tangerine', 'Veranda', 'Palm', 'Shoreline'],
  waltz: ['Carousel', 'Ballroom', 'Chandelier', 'Promenade', 'Ribbon', 'Snow Globe'],
  folk: ['Hillside', 'Orchard', 'River Road', 'Lantern', 'Threshold', 'Meadow'],
  cinematic: ['Citadel', 'Banner', 'Summit', 'Voyage', 'Dawn', 'Crossing'],
  techno: ['Circuit', 'Turbine', 'Concrete', 'Signal', 'Platform', 'Relay'],
  synthwave: ['Highway', 'Skyline', 'Arcade', 'Cassette', 'Boulevard', 'Meridian'],
  chiptune: ['Castle', 'Checkpoint', 'Pixel', 'Dungeon', 'Cartridge', 'Bonus Stage'],
  funk: ['Pavement', 'Sidewalk', 'Spotlight', 'Elevator', 'Strut', 'Corduroy'],
  lullaby: ['Cradle', 'Night Light', 'Feather', 'Blanket', 'Moth', 'Paper Star'],
}

/** Two or three words, such as "Quiet Windowsill". */
export function findTitle(genre: GenreName, feeling: Feeling | null, random: Random): string {
  return `${pick(random, ADJECTIVES[feeling ?? 'any'])} ${pick(random, NOUNS[genre])}`
}
