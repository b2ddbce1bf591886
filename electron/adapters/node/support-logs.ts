/** What the logs and the notes of crashes say, for a report that the user reads before it is copied. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { notesIn } from './crash-notes.ts'
import { redact } from './redact.ts'

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
