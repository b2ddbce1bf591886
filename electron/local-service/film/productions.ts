/**
 * The ways to make a film, by name.
 */
import { cityProduction } from './city/production.ts'
import { landscapeProduction } from './landscape/production.ts'
import { flowFilm } from './picture/flow-film.ts'
import { glassFilm } from './picture/glass-film.ts'
import { inkFilm } from './picture/ink-film.ts'
import { livingPicture } from './picture/living-picture.ts'
import { posterFilm } from './picture/poster-film.ts'
import type { Production } from './stage.ts'
import type { ProductionName } from './film-job.ts'

export const PRODUCTIONS: Readonly<Record<ProductionName, Production>> = {
  landscape: landscapeProduction,
  city: cityProduction,
  flow: flowFilm,
  ink: inkFilm,
  glass: glassFilm,
  poster: posterFilm,
  picture: livingPicture,
}
