/**
 * The genres by name.
 */
import { BOSSA, FOLK, FUNK, JAZZ, LO_FI, LULLABY, WALTZ } from './acoustic.ts'
import { AMBIENT, CHIPTUNE, CINEMATIC, SYNTHWAVE, TECHNO } from './electronic.ts'
import type { Genre, GenreName } from './genre.ts'

export const GENRES: Readonly<Record<GenreName, Genre>> = {
  'lo-fi': LO_FI,
  ambient: AMBIENT,
  jazz: JAZZ,
  bossa: BOSSA,
  waltz: WALTZ,
  folk: FOLK,
  cinematic: CINEMATIC,
  techno: TECHNO,
  synthwave: SYNTHWAVE,
  chiptune: CHIPTUNE,
  funk: FUNK,
  lullaby: LULLABY,
}
