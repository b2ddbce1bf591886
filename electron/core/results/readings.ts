/** What results have read of a response or a file from outside, and how long that may take. */
import { COPY_MS, DECODE_MS } from '../reading/reader-limits.ts'
import type { ReadingName } from '../reading/readings.ts'
import type { FindContext, Findings } from './find/find-results.ts'

declare module '../reading/readings.ts' {
  interface Readings {
    /** What the response of a task names, given as JSON. */
    results: { input: { json: string; context: FindContext }; output: Findings }
    /** False where MP4 cannot hold it all. */
    remux: { input: { from: string; to: string }; output: boolean }
  }
}

export const RESULT_DEADLINES_MS = {
  // It is paid for, and a slow computer may read it.
  results: DECODE_MS,
  remux: COPY_MS,
} satisfies Partial<Record<ReadingName, number>>
