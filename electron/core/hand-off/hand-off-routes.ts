/** The calls that bring a sequence in or out. */
import { fail } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'

const NOT_YET = fail('not_available_here', 'hand-off.notYet')

export function createHandOffHandlers(): Pick<
  HandlersFor<'sequences'>,
  'sequences.import' | 'sequences.export'
> {
  return { 'sequences.import': () => NOT_YET, 'sequences.export': () => NOT_YET }
}
