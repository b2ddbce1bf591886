/** Waits for a thing instead of for a time: asks again and again until it is so, and gives up with a sentence. */
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 3
/** For a machine that is many times as slow as usual. */
const PATIENCE_MS = 60_000

export interface Patience {
  /** What is waited for, for the sentence of the failure. */
  readonly what?: string
  readonly patienceMs?: number
  /** Done before each further question, for example letting a held clock go on. */
  readonly meanwhile?: () => void
}

/**
 * The first answer of `ask` that is neither undefined, null nor false.
 *
 * @throws Error when none came within `patienceMs`.
 */
export async function until<Value>(
  ask: () => Value | Promise<Value>,
  { what = ask.toString(), patienceMs = PATIENCE_MS, meanwhile }: Patience = {},
): Promise<Exclude<Value, undefined | null | false>> {
  const begunAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<Value, undefined | null | false>
    }
    if (performance.now() - begunAt > patienceMs) throw new Error(`Waited in vain for: ${what}`)
    meanwhile?.()
    await pause(ASK_EVERY_MS)
  }
}
