/** The calls about the cast. */
import { fail } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'

const NOT_YET = fail('not_available_here', 'rendering.notYet')

export function createCastHandlers(): HandlersFor<'cast'> {
  return {
    'cast.list': () => NOT_YET,
    'cast.save': () => NOT_YET,
    'cast.remove': () => NOT_YET,
    'cast.expand': () => NOT_YET,
  }
}
