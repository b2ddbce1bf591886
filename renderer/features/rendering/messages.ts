/** What the page and its render worker say to each other. */
import type { RenderFailure, RenderWork } from '#contract/rendering.ts'

/** To the worker: its one work, then the page's word for each piece of a file. */
export type ToWorker =
  | { readonly kind: 'work'; readonly work: RenderWork }
  /** It is at the host: the next one may come. */
  | { readonly kind: 'taken' }

export type FromWorker =
  /** Of 1, every few seconds: it still works. */
  | { readonly kind: 'progress'; readonly done: number }
  /** A piece of a file, and where it stands in it, in bytes. */
  | { readonly kind: 'chunk'; readonly position: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'frame'; readonly image: Blob }
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly reason: RenderFailure; readonly clip?: number }

/** Why the worker cannot go on. `clip` is its place in the plan, of `noTrackDecoder` that of the sound. */
export class RenderProblem extends Error {
  readonly reason: RenderFailure
  readonly clip: number | undefined

  constructor(reason: RenderFailure, clip?: number) {
    super(reason)
    this.reason = reason
    this.clip = clip
  }
}
