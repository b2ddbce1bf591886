/**
 * What becomes of the program when an error meets nobody: it is noted, said, and the program ends. Going on would mean to work
 * with a state that nobody has thought of; the next start picks everything up.
 */
import type { EventEmitter } from 'node:events'
import { message, type Message } from '#contract/messages/message.ts'

export interface FatalErrors {
  readonly keep: (what: string, error: unknown) => void
  readonly giveUp: (why: Message) => void
}

/** Watches the process until the returned function is called. A rejected promise that nobody awaits is noted alone. */
export function watchFatalErrors({ keep, giveUp }: FatalErrors, source: EventEmitter = process): () => void {
  const onError = (error: unknown) => {
    keep('An error met nobody.', error)
    giveUp(message('desktop.fatal'))
  }
  const onRejection = (reason: unknown) => keep('A promise was rejected and nobody awaited it.', reason)
  source.on('uncaughtException', onError).on('unhandledRejection', onRejection)
  return () => void source.off('uncaughtException', onError).off('unhandledRejection', onRejection)
}
