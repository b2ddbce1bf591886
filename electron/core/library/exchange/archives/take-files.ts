/**
 * Takes files of an archive into the library, as copies or where they lie, with what the tool says of them: a batch at a time.
 *
 * A file is only ever read. What is known already is left as it is, also in the trash; only its file is added where it is not there as it
 * is wanted. The rows of a batch, what is known of their places, and the collections that they are in are one transaction: a file is
 * whole or not there, and is read again where it is not.
 */
import { createHash, randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import type { UnreadReason } from '#contract/rules/archive-result.ts'
import { UNREADABLE } from '../../../reading/reader.ts'
import type { MeasuredAsset } from '../../assets/add-assets.ts'
import { factsOf } from '../../assets/facts-from-file.ts'
import { hashSpans, totalBytes, writeSpans } from '../../provenance/spans.ts'
import type { Provenance } from '../../provenance/read-recipe.ts'
import { findOriginal, type ImportFileDeps, type Original } from '../import-file.ts'
import { MAX_FILE_BYTES, takenTypeOf } from '../taken-type.ts'
import { SLOWEST_COPY_BYTES_PER_MS } from '../../../reading/reader-limits.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { FileNote } from './file-note.ts'
import { isHeld, keepKnown } from './keep-known.ts'
import type { Placement } from './place-assets.ts'
import type { ReadFile, WantedFile } from './read-archive-files.ts'
import { type ArchiveFile, type FoundInArchive, withSize } from './walk-archive.ts'

export type Taken =
  | { readonly kind: 'added'; readonly reason: UnreadReason | null }
  | { readonly kind: 'known' }
  | { readonly kind: 'skipped'; readonly reason: UnreadReason }

export interface TakeDeps extends ImportFileDeps {
  readonly archives: ArchiveStore
  readonly placement: Placement
  readonly index: ArchiveIndex
  readonly inPlace: boolean
}

type Said = Extract<ReadFile, { kind: 'read' }>

interface Wanted {
  readonly file: ArchiveFile
  readonly asset: MeasuredAsset
  readonly note: FileNote
  readonly reason: UnreadReason | null
}

const UNREAD: Taken = { kind: 'skipped', reason: 'unreadable' }

/** In the same order. @throws Error when the library's disk refuses, or `signal` aborts. */
export async function takeFiles(
  deps: TakeDeps,
  found: readonly FoundInArchive[],
  signal: AbortSignal,
): Promise<readonly Taken[]> {
  const files = await Promise.all(found.map(withSize))
  const held = await Promise.all(files.map((file) => heldAsset(deps, file)))
  const outcomes = new Map<number, Taken>()
  const fresh: { readonly at: number; readonly file: ArchiveFile; readonly wish: WantedFile }[] = []
  const known: string[] = []
  for (const [at, file] of files.entries()) {
    if (file === null) continue
    const skip = skipped(file)
    const before = held[at] ?? null
    if (skip === null && before !== null) known.push(before)
    if (skip) outcomes.set(at, skip)
    else if (before !== null) outcomes.set(at, { kind: 'known' })
    else fresh.push({ at, file, wish: wishOf(deps, file) })
  }
  deps.placement.putKnown(known)
  const wishes = fresh.map(({ wish }) => wish)
  try {
    const read = await readFiles(deps, wishes, signal)
    const wanted = new Map<number, Wanted>()
    for (const [place, { at, file, wish }] of fresh.entries()) {
      const said = read[place] ?? { kind: 'unreadable' }
      const decided = said.kind === 'read' ? await decide(deps, file, { ...said, wish }, signal) : said
      if (decided.kind === 'wanted') wanted.set(at, decided)
      else if (decided.kind === 'known') outcomes.set(at, decided)
      else outcomes.set(at, decided.kind === 'skipped' ? decided : { kind: 'skipped', reason: decided.kind })
    }
    for (const [at, taken] of await add(deps, wanted)) outcomes.set(at, taken)
  } finally {
    await removeCopies(wishes)
  }
  return files.map((_, at) => outcomes.get(at) ?? UNREAD)
}

/** The asset that was made of the file, unless what is wanted of it is not there. Looks at no byte of either. */
async function heldAsset(
  { archives, library, inPlace }: TakeDeps,
  file: ArchiveFile | null,
): Promise<string | null> {
  const asset = file && archives.assetOf(file)
  return asset && (await isHeld(library.media, asset, inPlace)) ? asset.id : null
}

function skipped({ skipReason: reason, sizeBytes }: ArchiveFile): Taken | null {
  if (reason !== null) return { kind: 'skipped', reason }
  return sizeBytes > MAX_FILE_BYTES ? { kind: 'skipped', reason: 'tooLarge' } : null
}

function wishOf(
  { inPlace, library: { media } }: TakeDeps,
  { path, sizeBytes, modifiedAt, beside }: ArchiveFile,
): WantedFile {
  const wish = { path, sizeBytes, modifiedAt, beside }
  return inPlace ? wish : { ...wish, target: media.partPath(`archive-${randomUUID()}`) }
}

/** All together; where one of them stops who reads them, each alone. */
async function readFiles(
  deps: TakeDeps,
  files: readonly WantedFile[],
  signal: AbortSignal,
): Promise<readonly ReadFile[]> {
  if (files.length === 0) return []
  const { reader } = deps.library
  // Their hashes are not known yet.
  const sha256 = keyOf(files)
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const options = { sha256, signal, moreMs: bytes / SLOWEST_COPY_BYTES_PER_MS }
  const { source } = deps.index
  const said = await reader.read('archiveFiles', { files, source }, options)
  if (said !== UNREADABLE) return said
  reader.forgive(sha256)
  await removeCopies(files)
  const [only] = files
  if (files.length === 1 && only) return [await readUnparsed(deps, only, signal)]
  const alone: ReadFile[] = []
  for (const file of files) alone.push(...(await readFiles(deps, [file], signal)))
  return alone
}

/** Those that are not in the library now. */
async function removeCopies(files: readonly WantedFile[]): Promise<void> {
  const targets = files.flatMap(({ target }) => target ?? [])
  await Promise.all(targets.map((target) => rm(target, { force: true })))
}

function keyOf(files: readonly WantedFile[]): string {
  const hash = createHash('sha256')
  for (const { path, sizeBytes, modifiedAt } of files) hash.update(`${path}\0${sizeBytes}\0${modifiedAt}\0`)
  return hash.digest('hex')
}

/** A file that stops who reads it comes in as it is, and is not read again. */
async function readUnparsed(
  { library: { reader } }: TakeDeps,
  { path, sizeBytes, target }: WantedFile,
  signal: AbortSignal,
): Promise<ReadFile> {
  const type = await takenTypeOf(path)
  if (type === null) return { kind: 'noMedia' }
  const whole = [{ start: 0, end: sizeBytes }]
  if (target !== undefined) await writeSpans(path, whole, target, { signal, flush: true })
  const sha256 = await hashSpans(target ?? path, whole, signal)
  reader.giveUp(sha256)
  return { kind: 'read', sha256, type, provenance: null, note: null, facts: {}, isShowable: true }
}

type Decided =
  | ({ readonly kind: 'wanted' } & Wanted)
  | { readonly kind: 'known' }
  | { readonly kind: 'skipped'; readonly reason: UnreadReason }

async function decide(
  deps: TakeDeps,
  file: ArchiveFile,
  said: Said & { readonly wish: WantedFile },
  signal: AbortSignal,
): Promise<Decided> {
  const { archives, index, inPlace, library, placement } = deps
  const { sha256, type, provenance, note: noted, facts: measured, isShowable, wish } = said
  const known = await keepKnown(deps, file, sha256, wish.target)
  if (known !== null) {
    placement.putKnown([known])
    return { kind: 'known' }
  }
  if (provenance === 'trashed') return { kind: 'skipped', reason: 'trashed' }
  const note = { ...(noted === 'damaged' ? null : noted), ...index.notes[file.name] }
  if (note.skipReason !== undefined) return { kind: 'skipped', reason: note.skipReason }
  const { name, sizeBytes, modifiedAt } = file
  const path = wish.target ?? file.path
  const original = await findOriginal(deps, { path, type, sha256, provenance }, signal)
  if (original?.known) {
    archives.note(file, original.sha256, false)
    placement.putKnown([original.known.id])
    return { kind: 'known' }
  }
  const whole = { path, sha256, sizeBytes }
  const taken = original && !inPlace ? await takeOut(deps, path, original, signal) : whole
  if (!isShowable) library.reader.giveUp(taken.sha256)
  const asset: MeasuredAsset = {
    file: { ...taken, type },
    facts: { ...factsOf({ name, kind: type.kind, modifiedAt, provenance }), ...factsIn(note, provenance) },
    measured,
    isOutside: inPlace,
  }
  const reason = noted === 'damaged' ? 'damagedNote' : provenance === null ? 'noRecipe' : null
  return { kind: 'wanted', file, asset, note, reason }
}

/** Puts the file that an export was made of in the place of its copy: exported again, it is known by its hash. */
async function takeOut(
  { library: { media } }: TakeDeps,
  path: string,
  { sha256, spans }: Original,
  signal: AbortSignal,
): Promise<Pick<MeasuredAsset['file'], 'path' | 'sha256' | 'sizeBytes'>> {
  const part = media.partPath(`archive-${randomUUID()}`)
  try {
    await writeSpans(path, spans, part, { signal, flush: true })
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
  return { path, sha256, sizeBytes: totalBytes(spans) }
}

/** Of files with the same content the first comes in; the others are known by then. */
async function add(
  { library, archives, placement, inPlace }: TakeDeps,
  wanted: ReadonlyMap<number, Wanted>,
): Promise<ReadonlyMap<number, Taken>> {
  const taken = new Map<number, Taken>()
  if (wanted.size === 0) return taken
  const all = [...wanted].map(([at, one]) => ({ at, ...one, collections: placement.collectionsOf(one.note) }))
  await library.addMany(
    all.map(({ asset }) => asset),
    (added) => {
      for (const [place, { id, isNew }] of added.entries()) {
        const one = all[place]
        if (!one) continue
        archives.note(one.file, one.asset.file.sha256, inPlace && isNew)
        placement.put(id, one.collections)
        taken.set(one.at, isNew ? { kind: 'added', reason: one.reason } : { kind: 'known' })
      }
    },
  )
  return taken
}

/** What Atelier itself wrote into a file counts more. An annotation is the prompt where nothing else says one. */
function factsIn({ rating, favorite, tags, title, annotation }: FileNote, provenance: Provenance | null) {
  if (provenance?.kind === 'own') return {}
  const isUnsaid = provenance?.recipe.prompt === undefined
  return {
    ...(annotation !== undefined && isUnsaid && { prompt: annotation }),
    ...(rating !== undefined && { rating }),
    ...(favorite !== undefined && { favorite }),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(title !== undefined && { title }),
  }
}
