/** Measures how long the event loop of this thread was silent at most. */
import { onTestFinished } from 'vitest'

const LOOK_EVERY_MS = 10

export interface LoopSilence {
  longestMs(): number
}

/** Until the test ends. */
export function watchLoop(): LoopSilence {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last - LOOK_EVERY_MS)
    last = now
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  onTestFinished(() => clearInterval(timer))
  return {
    longestMs: () => {
      look()
      return longest
    },
  }
}
