/** What rendering has read of files from outside, and how long that may take. */
import { COPY_MS, DECODE_MS } from '../reading/reader-limits.ts'
import type { ReadingName } from '../reading/readings.ts'
import type { Join, JoinEnd } from './join-clips.ts'
import type { FileFacts, ClipPart } from './measure-clip.ts'

declare module '../reading/readings.ts' {
  interface Readings {
    /** Null where the file cannot be read. */
    clip: { input: { path: string; part: ClipPart }; output: FileFacts | null }
    join: { input: Join; output: JoinEnd }
  }
}

export const RENDERING_DEADLINES_MS = {
  clip: DECODE_MS,
  // What is copied adds to it by its size.
  join: COPY_MS,
} satisfies Partial<Record<ReadingName, number>>
