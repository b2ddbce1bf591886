/** What the process that reads files may take of the computer. */
import type { ReadingName } from './readings.ts'

const MB = 1024 ** 2

/** Beyond this the process ends itself: more than any image that is decoded needs, and what a computer can spare. */
export const MOST_MEMORY_BYTES = 640 * MB
/** Pixels of all images that are decoded at once. One that has more is decoded alone. */
export const MOST_PIXELS_AT_ONCE = 40_000_000
/** Decoding in more threads than this leaves none for the disk. */
export const MOST_DECODES_AT_ONCE = 4

/** The heap is for what files say of themselves; pixels lie outside of it. */
export const READER_FLAGS = ['--max-old-space-size=256']

const THREADS = String(MOST_DECODES_AT_ONCE + 4)

/**
 * All that the process learns of our environment: where programs, libraries and temporary files are, and the language. Windows
 * starts nothing without its own folders.
 */
const HANDED_ON = new Set(
  [
    ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE'],
    ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', '__CF_USER_TEXT_ENCODING'],
    ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP'],
    ['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
  ].flat(),
)

/** Without what our environment holds of keys and of flags for Node. */
export function readerEnvironment(): Record<string, string | undefined> {
  // Windows writes names as it likes, `Path` among them.
  const handedOn = Object.entries(process.env).filter(([name]) => HANDED_ON.has(name.toUpperCase()))
  return { ...Object.fromEntries(handedOn), UV_THREADPOOL_SIZE: THREADS }
}

const READ_MS = 8_000
const DECODE_MS = 30_000
const COPY_MS = 60_000

/** How long a reading may work. A file that takes longer cannot be read. */
export const DEADLINES_MS: Readonly<Record<ReadingName, number>> = {
  measure: READ_MS,
  drawing: READ_MS,
  provenance: READ_MS,
  incoming: READ_MS,
  recipe: READ_MS,
  edit: READ_MS,
  zipList: READ_MS,
  thumbnail: DECODE_MS,
  perceptualHash: DECODE_MS,
  preview: DECODE_MS,
  checkImage: DECODE_MS,
  png: DECODE_MS,
  // A slow encoder is not the file's fault.
  convert: 10 * DECODE_MS,
  prepareImage: 4 * DECODE_MS,
  compose: 4 * DECODE_MS,
  // It is paid for, and a slow computer may read it.
  results: DECODE_MS,
  zipEntry: COPY_MS,
  remux: COPY_MS,
}

/** A disk that copies slower than this is not waited for. */
export const SLOWEST_COPY_BYTES_PER_MS = 5_000
