/** What the state of a planned shot means, and what a shot can ask for. */
import type { PlannedShot, Shot } from '../sequences.ts'

/** Sent, or accepted and waiting. Not what nobody can tell about: it can be decided, and neither waited for nor stopped. */
export function isUnderWay({ state, isWaiting = false, reason }: PlannedShot): boolean {
  return isWaiting || (state === 'open' && reason?.id !== 'sequences.plan.unknown')
}

/** Whether a shot can ask for this media type. */
export function isShotType(mediaType: string | undefined): mediaType is Shot['mediaType'] {
  return mediaType === 'image' || mediaType === 'video'
}
