/**
 * Entry of the thread that watches over the process that reads files: ends it when it takes too much memory, and when nobody
 * is left who waits for it. It works also while a file holds up the other threads.
 */
import { MAX_MEMORY_BYTES } from './reader-limits.ts'

const LOOK_EVERY_MS = 50
const parent = process.ppid

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES || isParentGone()) end()
}, LOOK_EVERY_MS)

/** Elsewhere than on Windows an orphan gets another parent. */
function isParentGone(): boolean {
  if (process.platform !== 'win32') return process.ppid !== parent
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** Nothing can hold this up. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
