/**
 * One press of a button that may send a request that costs.
 *
 * Only the input of a route that takes a `pressId` gives a `Press`, and nothing is put into the queue without one: a route that could
 * send and takes none does not compile.
 */
import { z } from 'zod'

declare const made: unique symbol

export interface Press {
  /** A call that repeats it returns what came of the first. null: the caller named none, and the host tells one press from two. */
  readonly id: string | null
  readonly [made]: true
}

/** For a route's `pressId`: a UUID, which a caller may leave out. */
export const press = z
  .uuid()
  .optional()
  .transform((id) => ({ id: id ?? null }) as Press)
