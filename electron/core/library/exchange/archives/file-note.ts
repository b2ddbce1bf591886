/** What a tool says of one file, besides its recipe. */
import type { UnreadReason } from '#contract/rules/archive-result.ts'

/** Eagle's, in the folder of an image, and at the top for the whole library. */
export const EAGLE_NOTE = 'metadata.json'

export interface FileNote {
  /** Belongs to the tool, and is no result. */
  readonly skipReason?: UnreadReason
  readonly rating?: number
  readonly favorite?: boolean
  readonly tags?: readonly string[]
  readonly title?: string
  /** What a person, or a program, wrote about it: often the prompt. */
  readonly annotation?: string
  /** Each from the outermost collection to the innermost. */
  readonly collections?: readonly (readonly string[])[]
  /** Ids of folders, whose names are in the index. */
  readonly folders?: readonly string[]
}
