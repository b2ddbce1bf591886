/** What is said of a quote that waits no more. Nothing is said to be unsent that may have been sent. */
import type { WaitingQuote } from '#contract/agents.ts'
import type { Failure } from '#contract/errors.ts'

/** An approval from here failed in a way that leaves open whether it was sent. */
export function mayBeSent(error: Failure | null): boolean {
  return error !== null && error.charged !== 'no'
}

/** Null where the error says it all. `seenAt`: when it was first seen to wait no more. */
export function overWords(
  quote: Pick<WaitingQuote, 'expiresAt'>,
  seenAt: number,
  error: Failure | null,
  isUnsure: boolean,
) {
  if (isUnsure) return 'approval.unsure'
  if (error?.charged === 'no') return null
  return quote.expiresAt <= seenAt ? 'approval.expired' : 'approval.decided'
}
