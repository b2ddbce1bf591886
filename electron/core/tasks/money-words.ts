/** What is said about money where the service charges nothing: the user's own GPU. Every sentence about cost ends there. */
import { written } from '#contract/messages/message.ts'
import type { Failure } from '#contract/errors.ts'

/** Sentences of ours about cost, and what stands in their place. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/ ?It may or may not have been accepted, and charged\./, ' It may or may not run.'],
  [/ ?Whether it was charged is shown in the service's dashboard\./, ''],
  [/It was paid for: you/, 'You'],
  [/It was paid for: try/, 'Try'],
  [/It was paid for, but the service/, 'The service'],
  [/It may be paid for: you/, 'You'],
]

/** The failure as it is told of a task that costs nothing. */
export function withoutCharge(failure: Failure): Failure {
  return { ...failure, ...written(withoutMoney(failure.text)), charged: 'no' }
}

export function withoutMoney(text: string): string {
  return SENTENCES.reduce((rest, [said, instead]) => rest.replace(said, instead), text)
}
