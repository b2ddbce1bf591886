/**
 * Takes one file of an archive into the library, as a copy or where it lies, with what the tool says of it.
 *
 * The file is only ever read. What is known already is left as it is, also in the trash.
 */
import { stat } from 'node:fs/promises'
import type { UnreadReason } from '#contract/rules/archive-result.ts'
import { sniff, SNIFF_BYTES, type FileType } from '../../../media/sniff.ts'
import { UNREADABLE } from '../../../reading/reader.ts'
import { selectTexts } from '../../../store/reader.ts'
import { factsOf } from '../../assets/facts-from-file.ts'
import { withFileSource } from '../../provenance/byte-source.ts'
import { hashSpans } from '../../provenance/spans.ts'
import type { Provenance } from '../../provenance/read-recipe.ts'
import { type ImportFileDeps, LARGEST_FILE_BYTES, TAKEN, withCopy } from '../import-file.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { FileNote } from './file-note.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { ArchiveFile } from './walk-archive.ts'

export type Taken =
  | {
      readonly kind: 'added'
      readonly assetId: string
      readonly note: FileNote
      readonly reason: UnreadReason | null
    }
  | { readonly kind: 'known'; readonly assetId: string }
  | { readonly kind: 'left'; readonly reason: UnreadReason }

export interface TakeDeps extends ImportFileDeps {
  readonly archives: ArchiveStore
  readonly index: ArchiveIndex
  readonly inPlace: boolean
}

/** @throws Error when the file cannot be read, the disk refuses, or `signal` aborts. */
export async function takeArchiveFile(
  deps: TakeDeps,
  file: ArchiveFile,
  signal: AbortSignal,
): Promise<Taken> {
  if (file.leftOut !== null) return { kind: 'left', reason: file.leftOut }
  const before = deps.archives.assetOf(file)
  if (before !== null) return { kind: 'known', assetId: before }
  if (file.sizeBytes > LARGEST_FILE_BYTES) return { kind: 'left', reason: 'tooLarge' }
  const type = await typeOf(file.path)
  if (type === null) return { kind: 'left', reason: 'noMedia' }
  const sha256 = await hashSpans(file.path, [{ start: 0, end: file.sizeBytes }], signal)
  const known = await knownContent(deps, file, sha256)
  if (known !== null) return { kind: 'known', assetId: known }
  return addFile(deps, { file, type, sha256 }, signal)
}

/** Null for what is no media. */
export async function typeOf(path: string): Promise<FileType | null> {
  return withFileSource(path, async (source) => {
    // Copied, for what the source answers may be part of a larger read.
    const sniffed = await sniff(Uint8Array.from(await source.read(0, SNIFF_BYTES)))
    return sniffed.kind === 'known' && TAKEN.has(sniffed.type.kind) ? sniffed.type : null
  })
}

/** The asset with this content. One that lies outside, and is no longer where it was, is found again here. */
async function knownContent(
  { db, library, archives, inPlace }: TakeDeps,
  file: ArchiveFile,
  sha256: string,
): Promise<string | null> {
  const [id] = selectTexts(
    db,
    'SELECT id FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, seq LIMIT 1',
    sha256,
  )
  if (id === undefined) return null
  const outside = library.media.outsidePath(sha256)
  if (outside === null || outside === file.path) archives.note(file, sha256, outside !== null)
  else if (await stat(outside).catch(() => null)) archives.note(file, sha256, false)
  else if (inPlace) archives.moved(outside, file)
  return id
}

const ONE_OF_MANY = { isOneOfMany: true }

interface NewFile {
  readonly file: ArchiveFile
  readonly type: FileType
  readonly sha256: string
}

async function addFile(deps: TakeDeps, { file, type, sha256 }: NewFile, signal: AbortSignal): Promise<Taken> {
  const { library, archives, index, inPlace } = deps
  const { path, sizeBytes, modifiedAt } = file
  const options = { sha256, signal }
  const [said, noted] = await Promise.all([
    library.reader.read('incoming', { path, sha256 }, options),
    library.reader.read('archiveNote', { path, source: index.source }, options),
  ])
  if (said === 'trashed') return { kind: 'left', reason: 'trashed' }
  const provenance = said === UNREADABLE ? null : said
  const own = noted === UNREADABLE || noted === 'damaged' ? null : noted
  const note = { ...own, ...index.notes[nameOf(file)] }
  if (note.leftOut !== undefined) return { kind: 'left', reason: note.leftOut }
  const facts = {
    ...factsOf({ name: nameOf(file), kind: type.kind, modifiedAt, provenance }),
    ...factsIn(note, provenance),
  }
  if (inPlace) {
    // Noted first: the thumbnail is made from where the file lies.
    archives.note(file, sha256, true)
    const { id } = await library.add(
      { file: { path, sha256, sizeBytes, type, isOutside: true }, facts },
      ONE_OF_MANY,
    )
    return { kind: 'added', assetId: id, note, reason: reasonOf(provenance, noted) }
  }
  const { id } = await withCopy(library, path, [{ start: 0, end: sizeBytes }], signal, (partPath, copied) =>
    library.add({ file: { path: partPath, sha256: copied, sizeBytes, type }, facts }, ONE_OF_MANY),
  )
  archives.note(file, sha256, false)
  return { kind: 'added', assetId: id, note, reason: reasonOf(provenance, noted) }
}

function nameOf({ relative }: ArchiveFile): string {
  return relative.split('/').at(-1) ?? relative
}

function reasonOf(provenance: Provenance | null, noted: unknown): UnreadReason | null {
  if (noted === 'damaged') return 'damagedNote'
  return provenance === null ? 'noRecipe' : null
}

/** What Atelier itself wrote into a file counts more. */
function factsIn({ rating, favorite, tags, title }: FileNote, provenance: Provenance | null) {
  if (provenance?.kind === 'own') return {}
  return {
    ...(rating !== undefined && { rating }),
    ...(favorite !== undefined && { favorite }),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(title !== undefined && { title }),
  }
}
