/** Looks up the assets that a sequence shows, and measures what their rows do not say. */
import type { Library } from '../library/library.ts'
import { UNREADABLE } from '../reading/reader.ts'
import type { Take } from './cut.ts'

const MEASURED: ReadonlySet<string> = new Set(['video', 'audio'])

/** Those that are in the library. A file that cannot be read is told by its row alone. */
export async function measureTakes(
  { find, media, reader }: Pick<Library, 'find' | 'media' | 'reader'>,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, Take>> {
  const takes = new Map<string, Take>()
  for (const assetId of assetIds) {
    const record = find(assetId)
    if (!record || record.trashedAt !== undefined) continue
    const { sha256, extension } = record
    const facts = MEASURED.has(record.kind)
      ? await reader.read('takeFacts', { path: media.path(sha256, extension) }, { sha256 })
      : {}
    takes.set(assetId, { ...(facts === UNREADABLE ? {} : facts), record })
  }
  return takes
}
