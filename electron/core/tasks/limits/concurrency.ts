/**
 * How many tasks the service lets run at once, learned from refusals that end when a task ends.
 *
 * A 429 may mean "too fast" or "too many at once", and rarely says which. So after a refusal with tasks at work, the number
 * at work is a guess at the bound. If the next request is taken after a task ended, the guess is confirmed; if it is taken
 * with as many at work as before, the refusal was about the rate and the guess is dropped.
 */
import { z } from 'zod'

/** Requests taken at the bound before one more is tried. */
const PROBE_AFTER = 200

export const concurrencyStateSchema = z.object({
  bound: z.int().min(1).nullable(),
  /** Requests taken since the bound was confirmed or tried. */
  steady: z.int().min(0),
})
export type ConcurrencyState = z.infer<typeof concurrencyStateSchema>

export interface Concurrency {
  /** Whether one more may be sent while `atWork` tasks are at the service. */
  allows(atWork: number): boolean
  accepted(atWork: number): void
  /** A request was refused while `atWork` others were at the service. */
  refused(atWork: number): void
  /** Whether the refusal now in force is, as far as is known, about the number at once: then a task's end is worth a try. */
  readonly suspected: boolean
  readonly bound: number | null
  state(): ConcurrencyState
}

export function createConcurrency(start: ConcurrencyState): Concurrency {
  let { bound, steady } = start
  let guess: number | null = null
  return {
    allows: (atWork) => atWork < (bound ?? Infinity),
    accepted: (atWork) => {
      if (guess !== null) {
        if (atWork < guess) {
          bound = guess
          steady = 0
        }
        guess = null
      }
      if (bound === null || atWork + 1 < bound) return
      steady++
      if (steady < PROBE_AFTER) return
      steady = 0
      bound++
    },
    refused: (atWork) => {
      // Below a confirmed bound something else refuses.
      if (atWork === 0 || (bound !== null && atWork < bound - 1)) {
        guess = null
        return
      }
      guess = atWork
      if (bound !== null && atWork < bound) bound = atWork
      steady = 0
    },
    get suspected() {
      return guess !== null
    },
    get bound() {
      return bound
    },
    state: () => ({ bound, steady }),
  }
}
