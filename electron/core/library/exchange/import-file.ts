/**
 * Takes one file into the library, from wherever it lies: checked by its bytes, copied, and added with what is known of it.
 *
 * A copy that Atelier exported with a recipe inside is taken in as the file that it was before, so that it is known for the
 * same and nothing comes twice. Only the hash decides whether it is.
 */
import { createHash, randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type { Asset } from '#contract/library.ts'
import type { FileType } from '../../media/sniff.ts'
import { verifyFile } from '../../media/verify-file.ts'
import type { Database } from '../../store/database.ts'
import { toAsset, type AssetRecord } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import { hashSpans, totalBytes, writeSpans, type Span } from '../provenance/spans.ts'
import { UNREADABLE } from '../../reading/reader.ts'
import type { Provenance } from '../provenance/read-recipe.ts'
import { factsOf } from '../assets/facts-from-file.ts'
import { MAX_FILE_BYTES, takenTypeOf } from './taken-type.ts'

export interface IncomingFile {
  readonly path: string
  /** As the user knows it. */
  readonly name: string
  readonly modifiedAt: number
}

export type ImportOutcome =
  | { readonly kind: 'added'; readonly asset: Asset }
  /** The content was there already; where it lay in the trash, it was taken out. */
  | { readonly kind: 'known'; readonly asset: Asset }
  /** Another library had thrown it away. */
  | { readonly kind: 'trashed' }
  | { readonly kind: 'refused'; readonly why: 'noMedia' | 'tooLarge' }

export interface ImportFileDeps {
  readonly db: Database
  readonly library: Library
}

/** @throws Error when the file cannot be read, the disk refuses, or `signal` aborts. */
export async function importFile(
  deps: ImportFileDeps,
  file: IncomingFile,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  const { path } = file
  if ((await stat(path)).size > MAX_FILE_BYTES) return { kind: 'refused', why: 'tooLarge' }
  const type = await takenTypeOf(path)
  if (type === null) return { kind: 'refused', why: 'noMedia' }
  const whole: Span[] = [{ start: 0, end: (await stat(path)).size }]
  const sha256 = await hashSpans(path, whole, signal)
  const known = knownAsset(deps, sha256)
  const restored = known && (await restoreKnown(deps, known, path, whole, signal))
  if (restored) return { kind: 'known', asset: restored }
  const said = await deps.library.reader.read(
    'incoming',
    { path, sha256, name: file.name },
    { sha256, signal },
  )
  if (said === 'trashed') return { kind: 'trashed' }
  const provenance = said === UNREADABLE ? null : said
  const original = await findOriginal(deps, { path, type, sha256, provenance }, signal)
  const made = original?.known && (await restoreKnown(deps, original.known, path, original.spans, signal))
  if (made) return { kind: 'known', asset: made }
  const taken = { type, provenance, spans: original?.spans ?? whole }
  return { kind: 'added', asset: await add(deps, file, taken, signal) }
}

interface TakenFile {
  readonly type: FileType
  readonly provenance: Provenance | null
  readonly spans: readonly Span[]
}

function add(
  { library }: ImportFileDeps,
  { path, name, modifiedAt }: IncomingFile,
  { type, provenance, spans }: TakenFile,
  signal: AbortSignal,
): Promise<Asset> {
  return withCopy(library, path, spans, signal, (partPath, sha256) =>
    library.add({
      file: { path: partPath, sha256, sizeBytes: totalBytes(spans), type },
      facts: factsOf({ name, kind: type.kind, modifiedAt, provenance }),
    }),
  )
}

/** The asset with this content; one that is not in the trash before one that is. */
function knownAsset({ db, library }: ImportFileDeps, sha256: string | undefined): AssetRecord | null {
  if (sha256 === undefined) return null
  const row = db.get(
    'SELECT id FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, seq LIMIT 1',
    sha256,
  )
  return row ? library.find(String(row['id'])) : null
}

/**
 * Who brings a file wants to see it: out of the trash if it lay there, and whole in the library's own folder if it was not. Null where it
 * was deleted for good meanwhile.
 */
async function restoreKnown(
  { db, library }: ImportFileDeps,
  record: AssetRecord,
  path: string,
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<Asset | null> {
  const isOutside = library.media.outsidePath(record.sha256) !== null
  const own = library.media.ownPath(record.sha256, record.extension)
  const isValid = !isOutside && (await verifyFile(own, record.sha256, signal)) === 'valid'
  if (!isValid) {
    await withCopy(library, path, spans, signal, async (partPath, sha256) => {
      if (sha256 !== record.sha256) throw new Error('The file changed while it was read.')
      await library.contents.hold(sha256, () => library.media.publish(partPath, sha256, record.extension))
    })
    // It says where the file lay.
    db.transaction(() => library.sidecars.due(isOutside ? [record.id] : []))
    library.sidecars.flush()
  }
  if (record.trashedAt !== undefined) await library.change([record.id], { trashedAt: null })
  const restored = library.find(record.id)
  return restored && toAsset(restored)
}

/** Hands `work` a synced copy in the library's own folder, to be moved away; what is left of it is removed. */
async function withCopy<Value>(
  { media }: Library,
  path: string,
  spans: readonly Span[],
  signal: AbortSignal,
  work: (partPath: string, sha256: string) => Promise<Value>,
): Promise<Value> {
  const partPath = media.partPath(`import-${randomUUID()}`)
  try {
    const hash = createHash('sha256')
    await writeSpans(path, spans, partPath, { signal, flush: true, hash })
    return await work(partPath, hash.digest('hex'))
  } finally {
    await rm(partPath, { force: true })
  }
}

interface ReadIn {
  readonly path: string
  readonly type: FileType
  readonly sha256: string
  readonly provenance: Provenance | null
}

/** What an export was made of. */
export interface Original {
  readonly sha256: string
  /** Of the file that was read. */
  readonly spans: readonly Span[]
  readonly known: AssetRecord | null
}

/**
 * The file without the recipe that an export put in, where that gives exactly the content that the recipe names, and the asset that has
 * it. Null where it is no such file.
 */
export async function findOriginal(
  deps: ImportFileDeps,
  { path, type: { extension }, sha256, provenance }: ReadIn,
  signal: AbortSignal,
): Promise<Original | null> {
  const original = ownHash(provenance)
  if (original === undefined) return null
  const edit = { kind: 'restore' } as const
  const edited = await deps.library.reader.read('edit', { path, extension, edit }, { sha256, signal })
  if (edited === null || edited === UNREADABLE) return null
  const { spans } = edited
  if ((await hashSpans(path, spans, signal)) !== original) return null
  return { sha256: original, spans, known: knownAsset(deps, original) }
}

function ownHash(provenance: Provenance | null): string | undefined {
  return provenance?.kind === 'own' ? provenance.recipe.sha256 : undefined
}
