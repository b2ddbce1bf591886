/** What of a take is read for other programs, and how long that may take. */
import { READ_MS } from '../reading/reader-limits.ts'
import type { ReadingName } from '../reading/readings.ts'
import type { TakeFacts } from './take-facts.ts'

declare module '../reading/readings.ts' {
  interface Readings {
    /** Nothing is known of a file that cannot be read. */
    takeFacts: { input: { path: string }; output: TakeFacts }
  }
}

export const HAND_OFF_DEADLINES_MS = { takeFacts: READ_MS } satisfies Partial<Record<ReadingName, number>>
