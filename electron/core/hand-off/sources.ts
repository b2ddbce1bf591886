/** The files that a timeline names: what they are called in it, and where they lie beside it. */
import { createNameClaims, firstCharacters, safeStem } from '../library/exchange/file-names.ts'
import { contentFileName } from '../library/assets/media-folder.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Cut, Take } from './cut.ts'
import { plainLine } from './plain-text.ts'
import type { Source } from './timeline.ts'

const LONGEST_NAME = 60
/** Beside the file that names them. */
export const MEDIA_FOLDER = 'media'

/**
 * Copies are numbered in the order of the sequence, so that a folder of them reads like it. Without copies the library's own files are
 * named, as `exports/` sees them.
 */
export function sourcesOf(
  { clips, sound }: Cut,
  takes: ReadonlyMap<string, Take>,
  hasCopies: boolean,
): ReadonlyMap<string, Source> {
  const names = createNameClaims()
  const sources = new Map<string, Source>()
  for (const { assetId, name } of [
    ...clips,
    ...sound.map(({ assetId: id }) => ({ assetId: id, name: '' })),
  ]) {
    const take = takes.get(assetId)
    if (!take || sources.has(assetId)) continue
    const { record } = take
    const said = name === '' ? nameOf(record) : name
    const number = String(sources.size + 1).padStart(3, '0')
    const own = contentFileName(record.sha256, record.extension)
    const fileName = hasCopies ? `${names.claim(safeStem(`${number} ${said}`))}.${record.extension}` : own
    const path = hasCopies ? [MEDIA_FOLDER, fileName] : ['..', 'media', record.sha256.slice(0, 2), own]
    sources.set(assetId, sourceOf(take, said, fileName, path))
  }
  return sources
}

function sourceOf({ record, facts }: Take, name: string, fileName: string, path: readonly string[]): Source {
  const { id: assetId, kind, durationMs = 0, width, height } = record
  return {
    assetId,
    kind: kind === 'image' || kind === 'video' ? kind : 'audio',
    name,
    fileName,
    url: path.map(encodeURIComponent).join('/'),
    durationMs,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(facts?.video && { frameRate: facts.video.frameRate }),
    ...(facts?.audio && { sound: facts.audio }),
  }
}

function nameOf({ title, prompt, kind }: AssetRecord): string {
  return firstCharacters(plainLine(title ?? prompt ?? ''), LONGEST_NAME) || kind
}
