/** The calls about the arena. */
import type { HandlersFor } from '../calls/handlers.ts'
import type { Arena } from './arena.ts'

export function createArenaHandlers(arena: Arena): HandlersFor<'arena'> {
  return {
    'arena.next': arena.next,
    'arena.vote': arena.vote,
    'arena.undo': arena.undo,
    'arena.results': arena.results,
  }
}
