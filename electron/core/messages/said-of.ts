/** What a failure says where nothing was going to be paid, or where that is said elsewhere: of a listing, a test, a connection. */
import { type Failure, messageOf } from '#contract/errors.ts'
import { type Message, withoutCharge } from '#contract/messages/message.ts'

export function saidOf(failure: Failure): Message {
  return withoutCharge(messageOf(failure))
}
