/** The files of an archive, with what is plain from their names: which of them belong to the tool and are no results. */
import { lstat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { UnreadReason } from '#contract/rules/archive-result.ts'
import { namesBeside } from '../beside.ts'
import { walkFolder } from '../found-files.ts'
import type { ArchiveIndex } from './archive-index.ts'
import { EAGLE_NOTE } from './file-note.ts'

export interface FoundInArchive {
  readonly path: string
  readonly name: string
  /** In the archive, with `/` between folders. */
  readonly relative: string
  /** Names of the files in the same folder that may say something of it. */
  readonly beside: readonly string[]
  /** Why it is left out, as far as its name tells. */
  readonly skipReason: UnreadReason | null
}

export interface ArchiveFile extends FoundInArchive {
  readonly sizeBytes: number
  /** In ms since the epoch. */
  readonly modifiedAt: number
}

/** What tools lay beside media, and what is of no use without them. */
export const NOTES = /\.(?:json|txt|xmp|yaml|yml|csv|html?|js|db|db-wal|db-shm|ini|log|md)$/i
/** Sources: InvokeAI (outputs/images/thumbnails), SwarmUI (.swarmpreview), Eagle (_thumbnail.png), Stability Matrix (.thumbs). */
const THUMBNAIL =
  /(?:^|\/)(?:thumbnails|thumbs|\.thumbs)\/|\.swarmpreview\.\w+$|_thumbnail\.\w+$|\.thumb\.\w+$/i
/** Sources: A1111, "Save mask" and "Save masked composite"; modules/processing.py. */
const MASK = /-mask(?:-composite)?\.\w+$/i
/** Sources: A1111, "Save a copy of image before…" and init-images; ComfyUI, temp/ and PreviewImage. */
const INTERMEDIATE =
  /-before-(?:face-restoration|highres-fix|color-correction)\.\w+$|(?:^|\/)(?:temp|init-images)\/|(?:^|\/)ComfyUI_temp_\w+\.\w+$/i

/** In the order of their names; `onLeft` is told of folders that are not looked into, by their path in the archive. @throws Error when the folder itself cannot be read. */
export async function* walkArchive(
  root: string,
  { source, notes }: ArchiveIndex,
  onLeft: (folder: string, reason: UnreadReason) => void = () => undefined,
): AsyncGenerator<FoundInArchive> {
  const placeOf = (path: string): string => relative(root, path).split(sep).join('/')
  for await (const { path, name, names } of walkFolder(root, (folder, reason) =>
    onLeft(placeOf(folder), reason),
  )) {
    if (NOTES.test(name) || name.startsWith('.')) continue
    const inside = placeOf(path)
    yield {
      path,
      name,
      relative: inside,
      beside: [...namesBeside(name), EAGLE_NOTE].filter((other) => names.has(other)),
      skipReason: (source === 'invokeai' ? notes[name]?.skipReason : undefined) ?? skipReasonByName(inside),
    }
  }
}

/** With what the disk says of it now; null where it is no file any more, or cannot be looked at. */
export async function withSize(file: FoundInArchive): Promise<ArchiveFile | null> {
  const info = await lstat(file.path).catch(() => null)
  if (info?.isFile() !== true) return null
  return { ...file, sizeBytes: info.size, modifiedAt: Math.trunc(info.mtimeMs) }
}

export function skipReasonByName(path: string): UnreadReason | null {
  if (THUMBNAIL.test(path)) return 'thumbnail'
  if (MASK.test(path)) return 'mask'
  return INTERMEDIATE.test(path) ? 'intermediate' : null
}
