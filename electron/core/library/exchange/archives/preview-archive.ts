/** Looks at an archive before anything is taken in: how much there is, of which tool, and what is understood of it. */
import { createHash, randomUUID } from 'node:crypto'
import type { ArchivePreview, ArchiveSource } from '#contract/archives.ts'
import type { Recipe } from '#contract/exchange.ts'
import { UNREADABLE } from '../../../reading/reader.ts'
import type { Library } from '../../library.ts'
import { toRecipe } from '../../provenance/embedded-recipe.ts'
import type { ArchiveIndex } from './archive-index.ts'
import { takenTypeOf } from '../taken-type.ts'
import { walkArchive, withSize, type ArchiveFile, type FoundInArchive } from './walk-archive.ts'

/** Files that are read of a larger archive, evenly over the whole. */
const MAX_READ = 400
const MAX_EXAMPLES = 10
/** A slow disk is not waited for longer. */
const TIMEOUT_MS = 20_000

export interface PreviewDeps {
  readonly library: Pick<Library, 'reader' | 'media'>
}

/** Where what the tool keeps stops who reads it. */
const UNREAD_INDEX: ArchiveIndex = { source: 'files', notes: {}, folders: {}, damaged: '.' }

/** What the tool knows of its folder. @throws Error when Atelier closes. */
export async function openArchive(
  { library }: PreviewDeps,
  root: string,
  signal: AbortSignal,
): Promise<ArchiveIndex> {
  const copy = library.media.partPath(`archive-${randomUUID()}`)
  // The same folder may be another one tomorrow: it is not known by its path.
  const index = await library.reader.read('archiveIndex', { root, copy }, { sha256: keyOf(copy), signal })
  return index === UNREADABLE ? UNREAD_INDEX : index
}

/** @throws Error when the folder cannot be read. */
export async function previewArchive(
  deps: PreviewDeps,
  root: string,
  signal: AbortSignal,
): Promise<ArchivePreview> {
  const index = await openArchive(deps, root, signal)
  const files: FoundInArchive[] = []
  let skipped = 0
  for await (const file of walkArchive(root, index)) {
    signal.throwIfAborted()
    if (file.skipReason === null) files.push(file)
    else skipped++
  }
  const looked = await readSome(deps, files, signal)
  const read = looked.filter((one) => one.isMedia)
  const groups = Map.groupBy(read, ({ recipe }) => sourceOf(recipe, index))
  const share = files.length / Math.max(1, looked.length)
  const sources = [...groups].map(([source, some]) => ({
    source,
    files: Math.round(some.length * share),
    bytes: Math.round(some.reduce((sum, { file }) => sum + file.sizeBytes, 0) * share),
  }))
  const unread = read.filter(({ recipe }) => recipe === null)
  const step = Math.max(1, Math.floor(read.length / MAX_EXAMPLES))
  return {
    path: root,
    sources: sources.toSorted((one, other) => other.files - one.files),
    isEstimate: looked.length < files.length,
    examples: read
      .filter((_, at) => at % step === 0)
      .slice(0, MAX_EXAMPLES)
      .map(({ file, recipe }) => ({ path: file.relative, recipe })),
    unread: Math.round(unread.length * share),
    skipped: skipped + Math.round((looked.length - read.length) * share),
  }
}

interface ReadFile {
  readonly isMedia: boolean
  readonly file: ArchiveFile
  readonly recipe: Recipe | null
}

async function readSome(
  { library }: PreviewDeps,
  files: readonly FoundInArchive[],
  signal: AbortSignal,
): Promise<readonly ReadFile[]> {
  const step = Math.max(1, files.length / MAX_READ)
  const endAt = performance.now() + TIMEOUT_MS
  const read: ReadFile[] = []
  for (let at = 0; at < files.length && performance.now() < endAt; at += step) {
    const found = files[Math.floor(at)]
    const file = found && (await withSize(found))
    if (!file) continue
    const isMedia = (await takenTypeOf(file.path).catch(() => null)) !== null
    read.push({ file, isMedia, recipe: isMedia ? await recipeOf(library, file, signal) : null })
  }
  return read
}

async function recipeOf(
  { reader }: PreviewDeps['library'],
  { path, sizeBytes, modifiedAt, beside }: ArchiveFile,
  signal: AbortSignal,
): Promise<Recipe | null> {
  // Its hash is not known yet, and need not be.
  const sha256 = keyOf(`${path} ${sizeBytes} ${modifiedAt}`)
  const said = await reader.read('incoming', { path, sha256, beside }, { sha256, signal })
  if (said === UNREADABLE || said === 'trashed' || said === null) return null
  return said.kind === 'foreign' ? said.recipe : toRecipe(said.recipe)
}

/** What the reader knows a file by. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sourceOf(recipe: Recipe | null, { source }: ArchiveIndex): ArchiveSource {
  return source === 'files' ? (recipe?.source ?? 'files') : source
}
