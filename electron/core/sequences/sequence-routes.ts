/** The calls about sequences. */
import { fail } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'

const NOT_YET = fail('not_available_here', 'rendering.notYet')

export function createSequenceHandlers(): Omit<
  HandlersFor<'sequences'>,
  'sequences.import' | 'sequences.export'
> {
  return {
    'sequences.list': () => NOT_YET,
    'sequences.get': () => NOT_YET,
    'sequences.save': () => NOT_YET,
    'sequences.remove': () => NOT_YET,
    'sequences.restore': () => NOT_YET,
    'sequences.plan': () => NOT_YET,
    'sequences.generate': () => NOT_YET,
    'sequences.stop': () => NOT_YET,
  }
}
