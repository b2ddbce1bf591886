/** The files that a timeline names: what they are called in it, and where they lie beside it. */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createNameClaims, firstCharacters, safeStem } from '../library/exchange/file-names.ts'
import { contentFileName, type MediaFolder } from '../library/assets/media-folder.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import { type Cut, spanOf, type Take } from './cut.ts'
import { plainLine } from './plain-text.ts'
import type { Source } from './timeline.ts'

const MAX_NAME = 60
/** Beside the file that names them. */
export const MEDIA_FOLDER = 'media'

/**
 * Copies are numbered in the order of the sequence, so that a folder of them reads like it. Without copies the library's own files are
 * named, as `exports/` sees them, and those that stayed elsewhere by where they lie.
 */
export function sourcesOf(
  { clips, sound }: Cut,
  takes: ReadonlyMap<string, Take>,
  hasCopies: boolean,
  outsidePath: MediaFolder['outsidePath'],
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
    const file = hasCopies
      ? fileIn(MEDIA_FOLDER, `${names.claim(safeStem(`${number} ${said}`))}.${record.extension}`)
      : originalFile(record, outsidePath(record.sha256))
    sources.set(assetId, sourceOf(take, said, file))
  }
  return sources
}

type FileReference = Pick<Source, 'fileName' | 'url'>

function originalFile({ sha256, extension }: AssetRecord, outside: string | null): FileReference {
  if (outside === null) return fileIn(`../media/${sha256.slice(0, 2)}`, contentFileName(sha256, extension))
  return { fileName: plainLine(basename(outside)), url: pathToFileURL(outside).href }
}

function fileIn(folder: string, fileName: string): FileReference {
  return { fileName, url: `${folder}/${encodeURIComponent(fileName)}` }
}

function sourceOf(take: Take, name: string, file: FileReference): Source {
  const { record, facts } = take
  const { id: assetId, kind, width, height } = record
  const { startMs, endMs } = spanOf(take)
  return {
    assetId,
    kind: kind === 'image' || kind === 'video' ? kind : 'audio',
    name,
    ...file,
    startMs,
    durationMs: endMs - startMs,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(facts?.video && { frameRate: facts.video.frameRate }),
    ...(facts?.audio && { sound: facts.audio }),
  }
}

function nameOf({ title, prompt, kind }: AssetRecord): string {
  return firstCharacters(plainLine(title ?? prompt ?? ''), MAX_NAME) || kind
}
