/** What the library has read of a file from outside, and how long that may take. */
import type { Result } from '#contract/errors.ts'
import type { Credentials } from '#contract/credentials.ts'
import type { Recipe } from '#contract/exchange.ts'
import type { AssetKind, PreviewKind } from '#contract/rules/media.ts'
import { DECODE_MS, READ_MS } from '../reading/reader-limits.ts'
import type { ReadingName } from '../reading/readings.ts'
import type { MeasuredSvg } from './assets/measure-svg.ts'
import type { MediaFacts } from './assets/measure.ts'
import type { EditedFile, RecipeEdit } from './provenance/embed-recipe.ts'
import type { Provenance } from './provenance/read-recipe.ts'
import type { PerceptualHash } from './similar/perceptual-hash.ts'
import type { MadeThumbnail } from './thumbnails/make-thumbnail.ts'

declare module '../reading/readings.ts' {
  interface Readings {
    measure: { input: { path: string; kind: AssetKind }; output: MediaFacts }
    drawing: { input: { path: string }; output: MeasuredSvg }
    /** Null where none can be made. */
    thumbnail: {
      input: { source: string; target: string }
      output: MadeThumbnail | null
    }
    perceptualHash: { input: { path: string }; output: PerceptualHash | null }
    /** Null where the bytes are none. */
    preview: {
      input: { kind: Exclude<PreviewKind, 'peaks'>; bytes: Uint8Array; target: string }
      output: MadeThumbnail | null
    }
    /** The upright image for the clipboard; null where it cannot be decoded. */
    png: { input: { path: string }; output: Uint8Array | null }
    provenance: { input: { path: string }; output: Provenance | null }
    /** Who signed the file, as it says; null where it is not signed. */
    credentials: { input: { path: string; extension: string }; output: Credentials | 'unreadable' | null }
    /** The recipe in a file, or in a recipe file; null where there is none. */
    recipe: { input: { path: string }; output: Result<Recipe> | null }
    /** A file told anew with other texts in it; null where that cannot be done. */
    edit: { input: { path: string; extension: string; edit: RecipeEdit }; output: EditedFile | null }
  }
}

export const LIBRARY_DEADLINES_MS = {
  measure: READ_MS,
  drawing: READ_MS,
  thumbnail: DECODE_MS,
  perceptualHash: DECODE_MS,
  preview: DECODE_MS,
  png: DECODE_MS,
  provenance: READ_MS,
  credentials: READ_MS,
  recipe: READ_MS,
  edit: READ_MS,
} satisfies Partial<Record<ReadingName, number>>
