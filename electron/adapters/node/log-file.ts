/**
 * The log: one line per event in `logs/atelier.log`, rotated by size, without secrets.
 *
 * Writing is synchronous, so that the last line before a crash is there; a log that cannot be written is given up in silence,
 * for it must never take the application down.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#core/ports/clock.ts'
import { notesIn } from './crash-notes.ts'
import { redact } from './redact.ts'

const MAX_FILE_BYTES = 1024 * 1024
const FILES_KEPT = 5
const MAX_LINE = 4_000

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
    const oneLine = redact(line).replace(/\s+/g, ' ').slice(0, MAX_LINE)
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

const LOG_BYTES = 40_000
const NOTE_BYTES = 8_000
const NOTES = 3

/** The end of the log and the newest notes, each under its name, without what looks like a key. Never rejects. */
export async function readSupportLogs(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'logs')
  const names = await readdir(folder).catch(() => [])
  const notes = notesIn(names).slice(0, NOTES)
  const parts = [
    ...(await Promise.all(notes.map((name) => part(folder, name, NOTE_BYTES)))),
    await part(folder, 'atelier.1.log', LOG_BYTES / 4),
    await part(folder, 'atelier.log', LOG_BYTES),
  ]
  return parts.filter((text) => text !== null).join('\n\n') || 'There is no log.'
}

/** The end of a file in whole lines; null where it cannot be read. */
async function part(folder: string, name: string, bytes: number): Promise<string | null> {
  try {
    await using file = await open(join(folder, name), 'r')
    const { size } = await file.stat()
    const length = Math.min(size, bytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.toString()
    return `== ${name}\n${redact(length < size ? text.slice(text.indexOf('\n') + 1) : text).trimEnd()}`
  } catch {
    return null
  }
}
