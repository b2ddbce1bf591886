/** A finished file as its maker hands it over. */

/** Bytes in memory, or a file in the task's scratch folder, which is moved away (a video never passes through memory). */
export type MadeContent = { readonly bytes: Uint8Array } | { readonly path: string }

/** Anything JSON can hold that says something about a file beside its address. */
export type FileFacts = Readonly<Record<string, unknown>>

export interface MadeFile {
  /** What a task result with named lists calls the list it stands in: `images`, `videos`, `audios`, … */
  readonly list: string
  /** `[A-Za-z0-9._-]+`, with the extension its bytes deserve; the last part of its address. */
  readonly name: string
  readonly contentType: string
  readonly content: MadeContent
  /** What the task result says about it, such as `width`, `height`, `duration` (seconds), `seed`, `title`. */
  readonly facts: FileFacts
  /**
   * A small image that stands for it (a video's poster, the cover of music): named beside it in the task result, and no result
   * of its own.
   */
  readonly preview?: Preview
}

interface Preview {
  readonly name: string
  readonly contentType: string
  readonly content: MadeContent
}
