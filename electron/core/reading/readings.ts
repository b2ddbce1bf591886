/**
 * What is read of files and answers from outside, and the messages between the host and the process that reads them.
 *
 * Everything here can be cloned: it goes from one process to another.
 */
import type { Result } from '#contract/errors.ts'
import type { Conversion, Recipe } from '#contract/exchange.ts'
import type { AssetKind, PreviewKind } from '#contract/rules/media.ts'
import type { CheckedInput } from '../inputs/check-image.ts'
import type { Composed, Composition } from '../inputs/mask-image.ts'
import type { PreparedImage, ReadyShape } from '../inputs/prepare-image.ts'
import type { MeasuredSvg } from '../library/assets/measure-svg.ts'
import type { MediaFacts } from '../library/assets/measure.ts'
import type { ZipEntry, ZipListing } from '../library/exchange/zip-file.ts'
import type { RecipeEdit } from '../library/provenance/embed-recipe.ts'
import type { Piece } from '../library/provenance/pieces.ts'
import type { Provenance } from '../library/provenance/read-recipe.ts'
import type { MadeThumbnail } from '../library/thumbnails/make-thumbnail.ts'
import type { FindContext, Findings } from '../results/find/find-results.ts'
import type { PerceptualHash } from '../library/similar/perceptual-hash.ts'

/** By name: what is handed over, and what comes back. */
export interface Readings {
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
  /** False where it cannot be converted; then nothing is at `target`. */
  convert: { input: { path: string; target: string; conversion: Conversion }; output: boolean }
  /** The upright image for the clipboard; null where it cannot be decoded. */
  png: { input: { path: string }; output: Uint8Array | null }
  provenance: { input: { path: string }; output: Provenance | null }
  /** The same for a file that comes from elsewhere, with what lies beside it. */
  incoming: { input: { path: string; sha256: string }; output: Provenance | 'trashed' | null }
  /** The recipe in the bytes of a file, or in a recipe file; null where there is none. */
  recipe: { input: { bytes: Uint8Array }; output: Result<Recipe> | null }
  /** A file told anew with other texts in it; null where that cannot be done. */
  edit: { input: { path: string; extension: string; edit: RecipeEdit }; output: readonly Piece[] | null }
  checkImage: { input: { path: string }; output: CheckedInput }
  /** `stem` is where the image is written, without extension. */
  prepareImage: {
    input: { path: string; extension: string; shape: ReadyShape; stem: string }
    output: PreparedImage
  }
  /** A result of a task, laid into the image that it was made from. */
  compose: { input: Composition; output: Composed }
  /** What the answer of a task names, given as JSON. */
  results: { input: { json: string; context: FindContext }; output: Findings }
  zipList: { input: { path: string }; output: ZipListing }
  /** False where it is not what the archive says; then nothing is at `target`. */
  zipEntry: { input: { path: string; entry: ZipEntry; target: string }; output: boolean }
  /** False where MP4 cannot hold it all. */
  remux: { input: { from: string; to: string }; output: boolean }
}

export type ReadingName = keyof Readings
export type ReadingInput<Name extends ReadingName> = Readonly<Readings[Name]['input']>
export type ReadingOutput<Name extends ReadingName> = Readings[Name]['output']

/** From the host. */
export type ReaderCall =
  | { readonly kind: 'read'; readonly id: number; readonly name: ReadingName; readonly input: object }
  | { readonly kind: 'cancel'; readonly id: number }

/** To the host. */
export type ReaderMessage = { readonly kind: 'ready' } | AnswerMessage

/** About one call. */
export type AnswerMessage =
  /** It waits for its share of the memory, or goes on: only work counts against its deadline. */
  | { readonly kind: 'waits' | 'works'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  /** `code` is the system's, of an error of the disk. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code?: string }
