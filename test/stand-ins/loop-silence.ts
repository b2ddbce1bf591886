/** Measures how long the event loop of this thread was silent at most, and how long it worked without a pause. */
import { onTestFinished } from 'vitest'
import { workedMs } from './worked-time.ts'

const LOOK_EVERY_MS = 10

export interface LoopSilence {
  longestMs(): number
  /** The processor's time: where the machine is busy with other things, a silence is not this thread's fault. */
  busiestMs(): number
}

/** Until the test ends. */
export function watchLoop(): LoopSilence {
  let last = performance.now()
  let lastWorked = workedMs()
  let longest = 0
  let busiest = 0
  const look = () => {
    const [now, worked] = [performance.now(), workedMs()]
    longest = Math.max(longest, now - last - LOOK_EVERY_MS)
    busiest = Math.max(busiest, worked - lastWorked)
    last = now
    lastWorked = worked
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  onTestFinished(() => clearInterval(timer))
  return {
    longestMs: () => longest,
    busiestMs: () => busiest,
  }
}
