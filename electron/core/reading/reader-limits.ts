/** What the process that reads files may take of the computer. */
import { childEnvironment } from './child-environment.ts'

const MB = 1024 ** 2

/** Beyond this the process ends itself: more than any image that is decoded needs, and what a computer can spare. */
export const MAX_MEMORY_BYTES = 640 * MB
/** Pixels of all images that are decoded at once. One that has more is decoded alone. */
export const MAX_PIXELS_AT_ONCE = 40_000_000
/** Decoding in more threads than this leaves none for the disk. */
export const MAX_DECODES_AT_ONCE = 4

/** The heap is for what files say of themselves; pixels lie outside of it. */
export const READER_FLAGS = ['--max-old-space-size=256']

export function readerEnvironment(): Record<string, string | undefined> {
  return { ...childEnvironment(), UV_THREADPOOL_SIZE: String(MAX_DECODES_AT_ONCE + 4) }
}

/** Deadlines: of what reads heads and texts, decodes media, or writes a whole file. */
export const READ_MS = 8_000
export const DECODE_MS = 30_000
export const COPY_MS = 60_000

/** A disk that copies slower than this is not waited for. */
export const SLOWEST_COPY_BYTES_PER_MS = 5_000
