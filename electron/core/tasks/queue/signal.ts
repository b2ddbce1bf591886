/** What an exchange with the service says about the profile as a whole, beside what it says about the task. */
import type { Failure } from '#contract/errors.ts'

export type Signal =
  /** The service answered as a service should. */
  | { readonly kind: 'fine' }
  /** The key is lost, or the service refuses it: the profile's queue pauses until there is another. */
  | { readonly kind: 'key'; readonly failure: Failure; readonly lost: boolean }
  /** A limit is reached. `waitMs` is what the service asked for, null where it did not say. */
  | { readonly kind: 'rate'; readonly failure: Failure; readonly waitMs: number | null }
  /** The disk refuses: nothing is sent that could not be written down. */
  | { readonly kind: 'disk'; readonly failure: Failure }
  /** Nothing is wrong with the service: this task alone is tried again after a while. */
  | { readonly kind: 'later'; readonly waitMs: number }
  /** The service cannot be reached or is not itself. */
  | { readonly kind: 'offline'; readonly failure: Failure }

export const FINE: Signal = { kind: 'fine' }

/** The signal in a failed read. */
export function signalOf(failure: Failure, waitMs: number | null): Signal {
  switch (failure.code) {
    case 'unauthorized':
      return { kind: 'key', failure, lost: false }
    case 'rate_limited':
      return { kind: 'rate', failure, waitMs }
    case 'service_unavailable':
    case 'unreadable_answer':
      return { kind: 'offline', failure }
    default:
      return FINE
  }
}

/** The signal in an address that cannot be had: the key is lost, or the local service is not up. */
export function signalOfNoAddress(failure: Failure): Signal {
  return failure.code === 'unauthorized' ? { kind: 'key', failure, lost: true } : { kind: 'offline', failure }
}
