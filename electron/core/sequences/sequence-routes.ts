/** The calls about sequences. */
import { fail, succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { noSuchSequence } from './sequence-store.ts'
import type { Sequences } from './sequences.ts'

const NOT_YET = fail('not_available_here', 'rendering.notYet')

export function createSequenceHandlers({
  store,
}: Sequences): Omit<HandlersFor<'sequences'>, 'sequences.import' | 'sequences.export'> {
  return {
    'sequences.list': () => succeed({ items: store.list() }),
    'sequences.get': ({ id }) => {
      const found = store.find(id)
      return found ? succeed(found) : noSuchSequence()
    },
    'sequences.save': (input) => store.save(input),
    'sequences.remove': ({ id }) => store.remove(id),
    'sequences.restore': ({ id }) => store.restore(id),
    'sequences.plan': () => NOT_YET,
    'sequences.generate': () => NOT_YET,
    'sequences.stop': () => NOT_YET,
  }
}
