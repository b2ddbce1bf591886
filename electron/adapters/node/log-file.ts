/**
 * The log: one line per event in `logs/atelier.log`, rotated by size, without secrets.
 *
 * Writing is synchronous, so that the last line before a crash is there; a log that cannot be written is given up in silence,
 * for it must never take the application down.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#core/ports/clock.ts'
import { redact } from './redact.ts'

const MAX_FILE_BYTES = 1024 * 1024
const FILES_KEPT = 5
const LONGEST_LINE = 4_000

/** A function that appends one line to the log of `dataDir`. The newest file is `atelier.log`, then `atelier.1.log`, … */
export function openLogFile(
  dataDir: string,
  clock: Clock,
  maxFileBytes = MAX_FILE_BYTES,
): (line: string) => void {
  const folder = join(dataDir, 'logs')
  const path = (age: number) => join(folder, age === 0 ? 'atelier.log' : `atelier.${age}.log`)
  let sizeBytes = 0
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  attempt(() => (sizeBytes = statSync(path(0)).size))
  return (line) => {
    const oneLine = redact(line).replace(/\s+/g, ' ').slice(0, LONGEST_LINE)
    const text = `${new Date(clock.now()).toISOString()} ${oneLine}\n`
    if (sizeBytes > 0 && sizeBytes + Buffer.byteLength(text) > maxFileBytes) {
      for (let age = FILES_KEPT - 1; age > 0; age -= 1) attempt(() => renameSync(path(age - 1), path(age)))
      sizeBytes = 0
    }
    attempt(() => appendFileSync(path(0), text, { mode: 0o600 }))
    sizeBytes += Buffer.byteLength(text)
  }
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // A full or read-only disk is reported where it hurts the user's work, not here.
  }
}
