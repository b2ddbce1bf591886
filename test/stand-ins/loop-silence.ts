/** Measures how long the event loop of this thread was silent at most, and how long it worked without a pause. */
import { onTestFinished } from 'vitest'

const LOOK_EVERY_MS = 10

interface LoopSilence {
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

/** The processor's time that this thread has used, in milliseconds: a busy machine does not change it, as it does a clock. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What `work` used of it. */
export async function timeOf(work: () => unknown): Promise<number> {
  const before = workedMs()
  await work()
  return workedMs() - before
}
