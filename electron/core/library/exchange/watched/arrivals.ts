/** Files that have come and are not taken in yet: which of them have stayed the same for long enough. */
import type { Clock } from '../../../ports/clock.ts'
import type { ArchiveFile } from '../archives/walk-archive.ts'

/** What is written in one go pauses for less. */
const QUIET_MS = 3_000
/** Nothing in the file says that it has ended, or it takes long to write. */
const LONG_QUIET_MS = 15_000
const LARGE_BYTES = 64 * 1024 * 1024
/** Before a file is looked into again that was not whole, or could not be read. */
const AGAIN_MS = 30_000
/** Of a folder with more, the others come later. */
const MAX_WAITING = 2_000

export interface Arrival {
  readonly file: ArchiveFile
  /** Since when the file is as it is. */
  readonly sinceMs: number
  readonly dueMs: number
  readonly isUnfinished: boolean
}

export function createArrivals({ monotonicMs }: Pick<Clock, 'monotonicMs'>) {
  const waiting = new Map<string, Arrival>()
  const all = (): readonly Arrival[] => [...waiting.values()]
  return {
    /** Where it is another file than before, its time begins anew. False where no more can wait now. */
    see: (file: ArchiveFile): boolean => {
      const before = waiting.get(file.path)
      if (before && isSame(before.file, file)) return true
      if (!before && waiting.size >= MAX_WAITING) {
        const unfinished = all().find(({ isUnfinished }) => isUnfinished)
        if (!unfinished) return false
        waiting.delete(unfinished.file.path)
      }
      const sinceMs = monotonicMs()
      const quietMs = file.sizeBytes > LARGE_BYTES ? LONG_QUIET_MS : QUIET_MS
      waiting.set(file.path, { file, sinceMs, dueMs: sinceMs + quietMs, isUnfinished: false })
      return true
    },
    forget: ({ path }: ArchiveFile): void => void waiting.delete(path),
    due: (): readonly Arrival[] => all().filter(({ dueMs }) => dueMs <= monotonicMs()),
    hasRested: ({ sinceMs }: Arrival): boolean => monotonicMs() - sinceMs >= LONG_QUIET_MS,
    /** Nothing tells its end: it is looked at again when it has been the same for longer. */
    rest: (arrival: Arrival): void =>
      void waiting.set(arrival.file.path, { ...arrival, dueMs: arrival.sinceMs + LONG_QUIET_MS }),
    postpone: (arrival: Arrival): void =>
      void waiting.set(arrival.file.path, {
        ...arrival,
        dueMs: monotonicMs() + AGAIN_MS,
        isUnfinished: true,
      }),
    /** In ms from now; null where nothing waits. */
    nextMs: (): number | null =>
      waiting.size === 0 ? null : Math.max(0, Math.min(...all().map(({ dueMs }) => dueMs)) - monotonicMs()),
    counts: () => {
      const unfinished = all().filter(({ isUnfinished }) => isUnfinished).length
      return { waiting: waiting.size - unfinished, unfinished }
    },
  }
}

export function isSame(one: ArchiveFile, other: ArchiveFile): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedAt === other.modifiedAt
}
