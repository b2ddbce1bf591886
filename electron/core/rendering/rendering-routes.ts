/** The calls between the host and the page that decodes for it. */
import { fail } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'

const NOT_YET = fail('not_available_here', 'rendering.notYet')

export function createRenderingHandlers(): HandlersFor<'rendering'> {
  return {
    'rendering.work': () => NOT_YET,
    'rendering.claim': () => NOT_YET,
    'rendering.report': () => NOT_YET,
    'rendering.fail': () => NOT_YET,
    'rendering.finish': () => NOT_YET,
  }
}
