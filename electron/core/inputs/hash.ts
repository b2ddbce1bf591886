/** SHA-256 of bytes in memory, in steps that leave the event loop free. */
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Under 10 ms each on a slow machine. */
const STEP_BYTES = 4 * 1024 * 1024

/** In hex. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    if (at > 0) await yieldToEventLoop()
    hash.update(bytes.subarray(at, at + STEP_BYTES))
  }
  return hash.digest('hex')
}
