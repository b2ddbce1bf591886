/** What becomes of a file's XMP packet when its texts are edited. */
import type { MetadataEdit } from './container.ts'
import { withoutRecipe } from './xmp.ts'

/** The packet that the file is to have; null for none. `existing` is the one it has. */
export function editedPacket(edit: MetadataEdit, existing: string | null): string | null {
  switch (edit.kind) {
    case 'embed':
      return edit.compose(existing)
    case 'strip':
      return null
    case 'restore':
      return existing === null ? null : withoutRecipe(existing)
  }
}
