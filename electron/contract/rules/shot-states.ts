/** What the state of a planned shot means. */
import type { PlannedShot } from '../sequences.ts'

/** Sent, or accepted and waiting. Not what nobody can tell about: it can be decided, and neither waited for nor stopped. */
export function isUnderWay({ state, isWaiting = false, reason }: PlannedShot): boolean {
  return isWaiting || (state === 'open' && reason?.id !== 'sequences.plan.unknown')
}
