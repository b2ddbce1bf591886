/** The pages of a database file as its write-ahead log leaves them, read without SQLite: for a file that it cannot open. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { readWal } from './wal-file.ts'

/** Atelier never makes a database of another page size. */
export const PAGE_BYTES = 4096

export interface PageFile {
  /** Every page once, as the last commit left it; then the images behind a break in the log, oldest first. */
  pages(): Iterable<{ readonly number: number; readonly bytes: Buffer }>
  /** One page in its newest image; null where the file has none. */
  page(number: number): Buffer | null
  /** Whether the log goes on behind a place where it is damaged. */
  readonly isLogBroken: boolean
  close(): void
}

/** A file that is missing has no pages, but its log may have some. @throws Error when what is there cannot be read. */
export async function openPageFile(path: string): Promise<PageFile> {
  const wal = await readWal(`${path}-wal`, PAGE_BYTES)
  const main = statSync(path, { throwIfNoEntry: false })?.isFile() ? openSync(path, 'r') : null
  const log = wal ? openSync(`${path}-wal`, 'r') : null
  const newest = new Map(wal?.committed)
  for (const { page, offset } of wal?.beyond ?? []) newest.set(page, offset)
  const read = (file: number, offset: number): Buffer | null => {
    const bytes = Buffer.alloc(PAGE_BYTES)
    // A page that was cut off is read as far as it goes.
    return readSync(file, bytes, 0, PAGE_BYTES, offset) > 0 ? bytes : null
  }
  const fromMain = (number: number) => (main === null ? null : read(main, (number - 1) * PAGE_BYTES))
  const inMain = main === null ? 0 : Math.ceil(fstatSync(main).size / PAGE_BYTES)
  return {
    isLogBroken: (wal?.beyond.length ?? 0) > 0,
    *pages() {
      const last = Math.max(inMain, ...(wal?.committed.keys() ?? []))
      for (let number = 1; number <= last; number++) {
        const offset = wal?.committed.get(number)
        const bytes = log !== null && offset !== undefined ? read(log, offset) : fromMain(number)
        if (bytes) yield { number, bytes }
      }
      for (const { page, offset } of wal?.beyond ?? []) {
        const bytes = log === null ? null : read(log, offset)
        if (bytes) yield { number: page, bytes }
      }
    },
    page: (number) => {
      const offset = newest.get(number)
      return log !== null && offset !== undefined ? read(log, offset) : fromMain(number)
    },
    close: () => {
      if (main !== null) closeSync(main)
      if (log !== null) closeSync(log)
    },
  }
}
