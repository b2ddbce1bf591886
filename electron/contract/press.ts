/**
 * One press of a button that may send a request that costs: the id that a caller gave it.
 *
 * Only the input of a route that takes a `pressId` gives a `Press`, and nothing is put into the queue without one: a route that could
 * send and takes none does not compile.
 */
import { z } from 'zod'

/** The press of a caller that names none. The host tells one from two. */
export const UNNAMED = ''

/** For a route's `pressId`: a UUID, which may be left out. A call that repeats one returns what came of the first. */
export const press = z
  .union([z.uuid(), z.literal(UNNAMED)])
  .default(UNNAMED)
  .brand<'Press'>()

export type Press = z.output<typeof press>
