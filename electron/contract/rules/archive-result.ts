/** What became of the files of an archive. */

/** Why a file has no recipe in the library, or is not there at all. */
export const UNREAD_REASONS = [
  /** It is in the library; how it was made is not said, or not understood. */
  'noRecipe',
  /** It is in the library; what the tool noted of it is damaged. */
  'damagedNote',
  'noMedia',
  'tooLarge',
  /** A folder that lies too deep to be looked into. */
  'tooDeep',
  'unreadable',
  /** Made by the tool from another file. */
  'thumbnail',
  'mask',
  /** A step on the way to another file. */
  'intermediate',
  /** Deleted in the tool. */
  'trashed',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

export interface ArchiveResult {
  readonly added: number
  /** Already in the library. */
  readonly known: number
  /** By path in the archive; the first thousand. */
  readonly unread: readonly { readonly path: string; readonly reason: UnreadReason }[]
  readonly unreadCount: number
}
