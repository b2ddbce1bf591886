/**
 * Entry of the thread that watches the host's own: notes on disk when its event loop has been silent, and what it was reading.
 * It works also while the other one is held up.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { BEAT_MS, readHeartbeat, type SilenceNote, type WatchOrder } from './heartbeat.ts'

const SILENT_STEPS = 5
const { memory, path } = workerData as WatchOrder

let { beats } = readHeartbeat(memory)
let still = 0

// Counted in steps and not by a clock: while the computer sleeps, this thread does too.
setInterval(() => {
  const now = readHeartbeat(memory)
  if (now.beats === beats) {
    if (++still === SILENT_STEPS) note({ kind: 'silent', at: Date.now(), tasks: now.tasks })
    return
  }
  if (still >= SILENT_STEPS) {
    note({ kind: 'back', at: Date.now() })
    parentPort?.postMessage(still * BEAT_MS, [])
  }
  beats = now.beats
  still = 0
}, BEAT_MS)

/** Where the disk refuses there is no note. */
function note(line: SilenceNote): void {
  try {
    const file = openSync(path, 'a', 0o600)
    try {
      writeSync(file, `${JSON.stringify(line)}\n`)
      fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // The thread goes on: the next silence may be noted.
  }
}
