/** What a failure says, where nobody branches on it any more and nothing was going to be paid: of a listing, a test, a warning. */
import type { Failure } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'

export function saidOf({ id, values, also, text }: Failure): Message {
  return { id, ...(values && { values }), ...(also && { also }), text }
}
