/** The calls between the host and the page that decodes for it. */
import { fail } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'

const NOT_YET = fail('not_available_here', 'film.notYet')

export function createFilmHandlers(): HandlersFor<'film'> {
  return {
    'film.work': () => NOT_YET,
    'film.claim': () => NOT_YET,
    'film.report': () => NOT_YET,
    'film.fail': () => NOT_YET,
    'film.finish': () => NOT_YET,
  }
}
