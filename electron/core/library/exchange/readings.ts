/** What import and export have read of a file from outside, and how long that may take. */
import type { Conversion } from '#contract/exchange.ts'
import { COPY_MS, DECODE_MS, READ_MS } from '../../reading/reader-limits.ts'
import type { ReadingName } from '../../reading/readings.ts'
import type { Provenance } from '../provenance/read-recipe.ts'
import type { ArchiveIndex } from './archives/archive-index.ts'
import type { ReadFile, WantedFile } from './archives/read-archive-files.ts'
import type { Incoming } from './beside.ts'
import type { ZipEntry, ZipListing } from './zip-file.ts'

declare module '../../reading/readings.ts' {
  interface Readings {
    /** False where it cannot be converted; then nothing is at `target`. */
    convert: { input: { path: string; target: string; conversion: Conversion }; output: boolean }
    /** The same for a file that comes from elsewhere, with what lies beside it. */
    incoming: { input: Incoming; output: Provenance | 'trashed' | null }
    /** What a tool knows of its whole folder. `copy` is a path of ours for its database, which is never opened where it lies. */
    archiveIndex: { input: { root: string; copy: string }; output: ArchiveIndex }
    /** Files of an archive, with all that is said of each. */
    archiveFiles: {
      input: { files: readonly WantedFile[]; source: ArchiveIndex['source'] }
      output: readonly ReadFile[]
    }
    zipList: { input: { path: string }; output: ZipListing }
    /** False where it is not what the archive says; then nothing is at `target`. */
    zipEntry: { input: { path: string; entry: ZipEntry; target: string }; output: boolean }
  }
}

export const EXCHANGE_DEADLINES_MS = {
  // A slow encoder is not the file's fault.
  convert: 10 * DECODE_MS,
  incoming: READ_MS,
  archiveIndex: COPY_MS,
  archiveFiles: COPY_MS,
  zipList: COPY_MS,
  zipEntry: COPY_MS,
} satisfies Partial<Record<ReadingName, number>>
