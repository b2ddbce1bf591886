/** A reading that somebody waits for, and when it needs no process any more. */
import type { UnreadableFiles } from './reading-notes.ts'
import type { ReadingName } from './readings.ts'

/** The file stopped who read it, now or at another time. */
export const UNREADABLE = 'unreadable'

export interface OpenReading {
  readonly name: ReadingName
  readonly input: object
  readonly sha256: string
  readonly deadlineMs: number
  readonly resolve: (output: unknown) => void
  readonly reject: (error: unknown) => void
  alone: boolean
  /** Why nobody waits for it any more. */
  cancelled: { readonly reason: unknown } | null
  isWorking: boolean
  leftMs: number
}

/** Ends a reading whose file was marked while it waited; false where it is to be read. */
export function endIfMarked(files: UnreadableFiles, { sha256, resolve, reject }: OpenReading): boolean {
  try {
    if (!files.has(sha256)) return false
    resolve(UNREADABLE)
  } catch (error) {
    reject(error)
  }
  return true
}

/** Those that somebody still waits for; ends the others. */
export function stillWanted(readings: Iterable<OpenReading>): OpenReading[] {
  return Array.from(readings).filter(({ cancelled, reject }) => {
    if (cancelled) reject(cancelled.reason)
    return cancelled === null
  })
}
