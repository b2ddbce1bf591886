/** Looks up the assets that a sequence shows, and measures what their rows do not say. */
import type { Library } from '../library/library.ts'
import { UNREADABLE } from '../reading/reader.ts'
import type { Take } from './cut.ts'

const MEASURED: ReadonlySet<string> = new Set(['video', 'audio'])

const WHOLE = { fromSeconds: 0, toSeconds: Infinity }

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
    const path = media.path(sha256, extension)
    const facts = MEASURED.has(record.kind)
      ? await reader.read('clip', { path, part: WHOLE }, { sha256 })
      : null
    takes.set(assetId, { record, facts: facts === UNREADABLE ? null : facts })
  }
  return takes
}
