/** Finds the files that are to be taken in: in a folder with all that are below it, or in a zip. */
import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join, isAbsolute } from 'node:path'
import { SLOWEST_COPY_BYTES_PER_MS } from '#core/reading/reader-limits.ts'
import { UNREADABLE } from '#core/reading/reader.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { PlainMessageId } from '#contract/messages/message.ts'
import type { Shell } from '#core/ports/shell.ts'
import type { Library } from '../library.ts'
import { hashSpans } from '../provenance/spans.ts'
import { MAX_RECIPE_BYTES, namesBeside } from './beside.ts'
import type { ZipEntry, ZipListing } from './zip-file.ts'

export interface FoundFile {
  /** As the user knows it. */
  readonly name: string
  /** null where it could not be read. */
  readonly path: string | null
  /** In ms since the epoch; the file says it where this does not. */
  readonly modifiedAt?: number | undefined
  /** It was read for a file that it lies beside, and need not be media itself. */
  readonly isNote?: boolean
}

const DEEPEST = 40
/** A folder with more is no folder of media: a whole disk, or one made to keep a program busy. */
const MAX_FILES = 1_000_000
/** What lies beside media and belongs to them. */
const BESIDE = /^(?:[0-9a-f]{64}|.*\.recipe)\.json$|\.xmp$/i
/** What may lie beside media, and be media all the same: that is told by its bytes. */
const NOTE = /\.(?:json|txt)$/i

/**
 * Regular files, by name within their folder. In the data directory of an Atelier only its media are walked, not what was
 * derived from them. `onLeft` is told of each folder below that is not looked into.
 *
 * @throws Error when the folder itself cannot be read.
 */
export async function* walkFolder(
  folder: string,
  onLeft: OnLeft = () => undefined,
): AsyncGenerator<WalkedFile> {
  let found = 0
  const top = { folder, entries: await readdir(folder, { withFileTypes: true }), depth: 0 }
  for await (const file of walk(top, onLeft)) {
    if (++found > MAX_FILES) return
    yield file
  }
}

type OnLeft = (folder: string, reason: 'tooDeep' | 'unreadable') => void

interface WalkedFile extends FoundFile {
  readonly path: string
  /** All names in its folder. */
  readonly names: ReadonlySet<string>
}

interface ListedFolder {
  readonly folder: string
  readonly entries: readonly Dirent[]
  readonly depth: number
}

async function* walk({ folder, entries, depth }: ListedFolder, onLeft: OnLeft): AsyncGenerator<WalkedFile> {
  const names = new Set(entries.map(({ name }) => name))
  const notes = notesAmong(names)
  const isDataDir = names.has('library.db') && names.has('media')
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || (isDataDir && entry.name !== 'media')) continue
    if (entry.isFile() && !BESIDE.test(entry.name))
      yield { path, name: entry.name, names, isNote: notes.has(entry.name) }
    if (!entry.isDirectory()) continue
    if (depth >= DEEPEST) {
      onLeft(path, 'tooDeep')
      continue
    }
    const inside = await readdir(path, { withFileTypes: true }).catch(() => null)
    if (inside === null) onLeft(path, 'unreadable')
    else yield* walk({ folder: path, entries: inside, depth: depth + 1 }, onLeft)
  }
}

/** What is read for another of these files, if it is there. */
function notesAmong(names: Iterable<string>): ReadonlySet<string> {
  const all = [...names]
  const media = all.some((name) => NOTE.test(name)) ? all.filter((name) => !NOTE.test(name)) : []
  return new Set(media.flatMap(namesBeside))
}

type OpenedZip =
  | Extract<ZipListing, { kind: 'refused' }>
  | {
      readonly kind: 'opened'
      readonly total: number
      readonly skipped: number
      /** Each lies on the disk while it is being looked at, under a name of our own. */
      readonly files: AsyncIterable<FoundFile>
    }

/** @throws Error when the disk refuses, or `signal` aborts. */
export async function openZip(
  library: Pick<Library, 'media' | 'reader'>,
  path: string,
  signal: AbortSignal,
): Promise<OpenedZip> {
  const sha256 = await hashSpans(path, [{ start: 0, end: (await stat(path)).size }], signal)
  const listing = await library.reader.read('zipList', { path }, { sha256, signal })
  if (listing === UNREADABLE) return { kind: 'refused', why: 'unreadable', limit: 0 }
  if (listing.kind === 'refused') return listing
  const byName = new Map(listing.entries.map((entry) => [entry.name, entry]))
  const entries = listing.entries.filter(({ name }) => isWanted(name))
  const notes = notesAmong(entries.map(({ name }) => name))
  const unpack = async (entry: ZipEntry, target: string): Promise<boolean> => {
    const moreMs = entry.sizeBytes / SLOWEST_COPY_BYTES_PER_MS
    return (
      (await library.reader.read('zipEntry', { path, entry, target }, { sha256, signal, moreMs })) === true
    )
  }
  async function* files(): AsyncGenerator<FoundFile> {
    for (const entry of entries) {
      const { name, modifiedAt } = entry
      const target = library.media.partPath(`zip-${randomUUID()}`)
      const ours = namesBeside(target)
      const besides = namesBeside(name).map((from, at) => ({ from, to: ours[at] ?? '' }))
      try {
        const isThere = await unpack(entry, target)
        for (const { from, to } of isThere ? besides : []) {
          const beside = byName.get(from)
          if (beside && beside.sizeBytes <= MAX_RECIPE_BYTES) await unpack(beside, to)
        }
        const isNote = entry.sizeBytes <= MAX_RECIPE_BYTES && notes.has(name)
        yield { name: basename(name), path: isThere ? target : null, modifiedAt, isNote }
      } finally {
        for (const { to } of besides) await rm(to, { force: true })
        await rm(target, { force: true })
      }
    }
  }
  return { kind: 'opened', total: entries.length, skipped: listing.skipped, files: files() }
}

/** Not what belongs to another file, nor what a system hides. */
function isWanted(name: string): boolean {
  const isHidden = (part: string): boolean => part === '__MACOSX' || /^\.+[^.]/.test(part)
  return !BESIDE.test(basename(name)) && !name.split('/').some(isHidden)
}

/** A folder, or a file that is called a zip. */
export async function checkPlace(place: string): Promise<Result<string>> {
  const refuse = (why: PlainMessageId) => fail('invalid_input', why, { field: 'folder' })
  if (place.includes('\0') || !isAbsolute(place)) return refuse('exchange.folderPath')
  // Windows would tell the user's name to whatever computer such a path names.
  if (/^[\\/]{2}/.test(place)) return refuse('exchange.folderElsewhere')
  const info = await stat(place).catch(() => null)
  const isZip = info?.isFile() === true && /\.zip$/i.test(place)
  return info?.isDirectory() === true || isZip ? succeed(place) : refuse('exchange.noFolder')
}

export async function chooseFolder(shell: Shell | undefined): Promise<Result<string>> {
  if (!shell?.chooseFolder) {
    return fail('not_available_here', 'exchange.noFolderDialog', { field: 'folder' })
  }
  const folder = await shell.chooseFolder()
  return folder === null ? fail('conflict', 'exchange.noFolderChosen') : succeed(folder)
}
