/** What one step of a task, a submission or a poll, came to: for the task, and for its whole profile. */
import type { Failure } from '#contract/errors.ts'
import type { Progress } from '#contract/services.ts'
import type { TaskRecord } from './task-row.ts'

export interface StepOutcome {
  /** As it is stored now. */
  readonly task: TaskRecord
  /** null: the step says nothing about the service. */
  readonly effect: ProfileEffect | null
  /** When to take the next step of this task, where the usual schedule does not hold. */
  readonly waitMs?: number
  /** How far the task is, as far as the service says. */
  readonly progress?: Progress
}

export type ProfileEffect =
  /** The service responded as it should. */
  | { readonly kind: 'fine' }
  /** The key is lost, or the service refuses it: the profile's queue pauses until there is another. */
  | { readonly kind: 'key'; readonly failure: Failure; readonly lost: boolean }
  /** A limit is reached. `waitMs` is what the service asked for, null where it did not say. */
  | { readonly kind: 'rate'; readonly failure: Failure; readonly waitMs: number | null }
  /** The disk refuses: nothing is sent that could not be recorded. */
  | { readonly kind: 'disk'; readonly failure: Failure }
  /** The service cannot be reached, or something else responds in its place. */
  | { readonly kind: 'offline'; readonly failure: Failure }

export const FINE: ProfileEffect = { kind: 'fine' }

/** The effect of a failed read. */
export function effectOf(failure: Failure, waitMs: number | null): ProfileEffect {
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

/** The effect of a profile without an address: its key is lost, or the local service is not running. */
export function effectOfNoAddress(failure: Failure): ProfileEffect {
  return failure.code === 'unauthorized' ? { kind: 'key', failure, lost: true } : { kind: 'offline', failure }
}
