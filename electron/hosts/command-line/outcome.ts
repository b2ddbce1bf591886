/** How one generation from a terminal ended, and what that prints: the same for a checkout and for the installed program. */
import type { Message } from '#contract/messages/message.ts'

export type Outcome =
  | { readonly kind: 'saved'; readonly taskId: string; readonly files: readonly string[] }
  | {
      readonly kind: 'failed' | 'bad_input'
      readonly message: Message
      readonly taskId?: string
      readonly state?: string
    }

/**
 * Prints the paths, or one line of JSON, on standard output, and what went wrong by `tell`. Returns the exit code: 0 saved, 1 failed,
 * 2 bad input.
 */
export function printOutcome(outcome: Outcome, asJson: boolean, tell: (said: Message) => void): number {
  const { taskId } = outcome
  if (outcome.kind === 'saved') {
    const { files } = outcome
    process.stdout.write(
      asJson ? `${JSON.stringify({ taskId, state: 'saved', files })}\n` : `${files.join('\n')}\n`,
    )
    return 0
  }
  if (asJson && taskId !== undefined)
    process.stdout.write(`${JSON.stringify({ taskId, state: outcome.state, files: [] })}\n`)
  tell(outcome.message)
  return outcome.kind === 'bad_input' ? 2 : 1
}
