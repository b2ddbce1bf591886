/** What inputs have read of a file from outside, and how long that may take. */
import { DECODE_MS } from '../reading/reader-limits.ts'
import type { ReadingName } from '../reading/readings.ts'
import type { CheckedInput } from './check-image.ts'
import type { Composed, Composition } from './mask-image.ts'
import type { PreparedImage, ReadyShape } from './prepare-image.ts'

declare module '../reading/readings.ts' {
  interface Readings {
    checkImage: { input: { path: string }; output: CheckedInput }
    /** `stem` is where the image is written, without extension. */
    prepareImage: {
      input: { path: string; extension: string; shape: ReadyShape; stem: string }
      output: PreparedImage
    }
    /** A result of a task, laid into the image that it was made from. */
    compose: { input: Composition; output: Composed }
  }
}

export const INPUT_DEADLINES_MS = {
  checkImage: DECODE_MS,
  prepareImage: 4 * DECODE_MS,
  compose: 4 * DECODE_MS,
} satisfies Partial<Record<ReadingName, number>>
