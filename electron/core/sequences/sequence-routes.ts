/** The calls about sequences. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { noSuchSequence } from './sequence-store.ts'
import type { Sequences } from './sequences.ts'

export function createSequenceHandlers({
  store,
  plan,
  generate,
  stop,
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
    'sequences.plan': plan,
    'sequences.generate': generate,
    'sequences.stop': ({ id }) => stop(id),
  }
}
