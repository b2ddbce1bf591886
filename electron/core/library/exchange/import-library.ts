/**
 * Takes files into the library: a whole folder as a job, or one that the user dropped on the page.
 *
 * Files are only ever read where they lie. What they say about themselves is data; nothing is executed, opened or followed.
 */
import { randomUUID } from 'node:crypto'
import { rm, stat, readdir } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import type { Dirent } from 'node:fs'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { ImportedFile } from '#contract/exchange.ts'
import type { Job } from '#contract/library.ts'
import type { JobEnd, JobProgress, Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Shell } from '../../ports/shell.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { writeFresh } from '../provenance/pieces.ts'
import { importFile, type ImportFileDeps, type ImportOutcome, type IncomingFile } from './import-file.ts'
import { counted, named } from './words.ts'

/** As much as a video may have; a folder on this computer has no such limit. */
const LARGEST_UPLOAD_BYTES = 2 * 1024 ** 3
const MOST_NAMES = 100

export interface ImportDeps extends ImportFileDeps {
  readonly jobs: Jobs
  readonly clock: Clock
  readonly shell: Shell | undefined
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** For tests: less than what is usual. */
  readonly largestUploadBytes?: number
}

/** A file that the page sends. */
export interface Upload {
  readonly name: string
  readonly body: AsyncIterable<Uint8Array>
  /** When it was last changed, in ms since the epoch, where the page knows. */
  readonly modifiedAt?: number
}

export interface Importer {
  /** Begins to take in the folder; without one the user is asked for it. */
  start(folder: string | undefined): Promise<Result<Job>>
  /** Takes in one file. Rejects when the sender goes away. */
  takeUpload(upload: Upload): Promise<Result<ImportedFile>>
  /** Ends uploads that are under way, and waits until they have. */
  close(): Promise<void>
}

export function createImporter(deps: ImportDeps): Importer {
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    start: async (wanted) => {
      const folder = wanted === undefined ? await chooseFolder(deps.shell) : await checkFolder(wanted)
      if (!folder.ok) return folder
      const { job } = deps.jobs.start('import', `Looking into ${folder.data}`, (report, signal) =>
        importFolder(deps, folder.data, report, signal),
      )
      return succeed(job)
    },
    takeUpload: async (upload) => {
      const taking = takeUpload(deps, upload, closing.signal)
      underWay.add(taking)
      try {
        return await taking
      } catch (error) {
        const disk = diskFailure(error)
        if (!disk) throw error
        return fail(disk.code, `"${upload.name}" was not taken in: ${disk.message}`)
      } finally {
        underWay.delete(taking)
      }
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}

async function importFolder(
  deps: ImportDeps,
  folder: string,
  report: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Result<JobEnd<null>>> {
  const total = await countFiles(folder, signal)
  report({ total, message: `Taking in ${counted(total, 'file')}` })
  const tally = createTally()
  let done = 0
  for await (const path of walkFolder(folder)) {
    signal.throwIfAborted()
    try {
      const modifiedAt = Math.trunc((await stat(path)).mtimeMs)
      tally.count(
        basename(path),
        await watchedImport(deps, { path, name: basename(path), modifiedAt }, signal),
      )
    } catch (error) {
      signal.throwIfAborted()
      const disk = diskFailure(error)
      if (disk?.code === 'disk_full') {
        return fail('disk_full', `The disk is full. ${tally.sentence()} Make some room and import again.`)
      }
      if (!disk && !isGone(error)) throw error
      tally.count(basename(path), 'unreadable')
    }
    report({ done: ++done })
  }
  return succeed({ data: null, path: folder, message: tally.sentence() })
}

/** Without its name, which comes from outside. */
function watchedImport(deps: ImportDeps, file: IncomingFile, signal: AbortSignal): Promise<ImportOutcome> {
  return deps.watchdog.reading('an import', () => importFile(deps, file, signal))
}

async function countFiles(folder: string, signal: AbortSignal): Promise<number> {
  const files = walkFolder(folder)
  let total = 0
  while (!(await files.next()).done) {
    signal.throwIfAborted()
    total++
  }
  return total
}

async function takeUpload(
  deps: ImportDeps,
  upload: Upload,
  signal: AbortSignal,
): Promise<Result<ImportedFile>> {
  const { library, clock, largestUploadBytes = LARGEST_UPLOAD_BYTES } = deps
  const path = library.media.partPath(`upload-${randomUUID()}`)
  try {
    const isWhole = await receive(upload.body, path, largestUploadBytes, signal)
    if (!isWhole) {
      const limit = Math.ceil(largestUploadBytes / 1024 ** 3)
      return fail('invalid_input', `"${upload.name}" is larger than ${limit} GB. Import its folder instead.`)
    }
    const modifiedAt = Math.min(upload.modifiedAt ?? clock.now(), clock.now())
    const taken = await watchedImport(deps, { path, name: upload.name, modifiedAt }, signal)
    if (taken.kind === 'added' || taken.kind === 'known') {
      return succeed({ asset: taken.asset, known: taken.kind === 'known' })
    }
    return fail('invalid_input', `"${upload.name}" is no image, video, audio or 3D model that Atelier knows.`)
  } finally {
    await rm(path, { force: true })
  }
}

/** False where it is larger than an upload may be. */
async function receive(
  body: AsyncIterable<Uint8Array>,
  path: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<boolean> {
  let sizeBytes = 0
  const bounded = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > mostBytes) return
      yield chunk
    }
  }
  await writeFresh(bounded(body), path, { signal, flush: false })
  return sizeBytes <= mostBytes
}

async function checkFolder(folder: string): Promise<Result<string>> {
  const refuse = (message: string) => fail('invalid_input', `folder: ${message}`, { field: 'folder' })
  if (folder.includes('\0') || !isAbsolute(folder)) return refuse('give its whole path, from the root on.')
  // Windows would tell the user's name to whatever computer such a path names.
  if (/^[\\/]{2}/.test(folder)) return refuse('it has to lie on this computer.')
  const info = await stat(folder).catch(() => null)
  return info?.isDirectory() ? succeed(folder) : refuse('there is no such folder.')
}

async function chooseFolder(shell: Shell | undefined): Promise<Result<string>> {
  if (!shell?.chooseFolder) {
    return fail(
      'not_available_here',
      'This host has no dialog for choosing a folder. Give the path of one.',
      {
        field: 'folder',
      },
    )
  }
  const folder = await shell.chooseFolder()
  return folder === null
    ? fail('conflict', 'No folder was chosen, so nothing was taken in.')
    : succeed(folder)
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')
}

interface Tally {
  count(name: string, taken: ImportOutcome | 'unreadable'): void
  sentence(): string
}

function createTally(): Tally {
  let [added, known, trashed] = [0, 0, 0]
  const left = new Map<string, { count: number; readonly names: string[] }>()
  return {
    count: (name, taken) => {
      if (taken !== 'unreadable' && taken.kind === 'added') added++
      else if (taken !== 'unreadable' && taken.kind === 'known') known++
      else if (taken !== 'unreadable' && taken.kind === 'trashed') trashed++
      else {
        const why = taken === 'unreadable' ? 'could not be read' : taken.why
        const group = left.get(why) ?? { count: 0, names: [] }
        group.count++
        if (group.names.length < MOST_NAMES) group.names.push(name)
        left.set(why, group)
      }
    },
    sentence: () => {
      const parts = [`${counted(added, 'file')} taken in`]
      if (known > 0) parts.push(`${known} ${known === 1 ? 'was' : 'were'} there already`)
      if (trashed > 0) parts.push(`${trashed} ${trashed === 1 ? 'lies' : 'lie'} in the trash of that library`)
      for (const [why, { count, names }] of left) {
        const verb = why === 'could not be read' ? '' : count === 1 ? 'is ' : 'are '
        parts.push(`${count} ${verb}${why}: ${named(names)}`)
      }
      return `${parts.join(', ')}.`
    },
  }
}

const DEEPEST = 40
/** A folder with more is no folder of media: a whole disk, or one made to keep a program busy. */
const MOST_FILES = 1_000_000
/** What lies beside media and belongs to them. */
const BESIDE = /^(?:[0-9a-f]{64}|.*\.recipe)\.json$/i

/**
 * Regular files, by name within their folder. In the data directory of an Atelier only its media are walked, not what was
 * derived from them. A folder below that cannot be read is passed over.
 *
 * @throws Error when the folder itself cannot be read.
 */
async function* walkFolder(folder: string): AsyncGenerator<string> {
  let found = 0
  for await (const path of walk(folder, await readdir(folder, { withFileTypes: true }), 0)) {
    if (++found > MOST_FILES) return
    yield path
  }
}

async function* walk(folder: string, entries: readonly Dirent[], depth: number): AsyncGenerator<string> {
  const names = new Set(entries.map(({ name }) => name))
  const isDataDir = names.has('library.db') && names.has('media')
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || (isDataDir && entry.name !== 'media')) continue
    if (entry.isFile() && !BESIDE.test(entry.name)) yield path
    if (!entry.isDirectory() || depth >= DEEPEST) continue
    const inside = await readdir(path, { withFileTypes: true }).catch(() => [])
    yield* walk(path, inside, depth + 1)
  }
}
