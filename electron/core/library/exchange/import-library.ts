/**
 * Takes files into the library: a whole folder or zip as a job, or one that the user dropped on the page.
 *
 * Files are only ever read where they lie. What they say about themselves is data; nothing is executed, opened or followed.
 */
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import type { ImportedFile } from '#contract/exchange.ts'
import type { Job } from '#contract/library.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { JobEnd, JobProgress, Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Shell } from '../../ports/shell.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import { diskFailure, fileFailure } from '../../store/disk-errors.ts'
import { writeFresh } from '../provenance/spans.ts'
import { openZip, walkFolder, type FoundFile, checkPlace, chooseFolder } from './found-files.ts'
import { importFile, type ImportFileDeps, type ImportOutcome, type IncomingFile } from './import-file.ts'
import { createTally } from './import-tally.ts'

/** As much as a video may have; a folder on this computer has no such limit. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3
/** Assets that are put into the collection at once. */
const COLLECTED_AT_ONCE = 100

export interface ImportDeps extends ImportFileDeps {
  readonly jobs: Jobs
  readonly clock: Clock
  readonly shell: Shell | undefined
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** For tests: less than what is usual. */
  readonly largestUploadBytes?: number
}

export interface Upload {
  readonly name: string
  readonly body: AsyncIterable<Uint8Array>
  /** When it was last changed, in ms since the epoch, where the page knows. */
  readonly modifiedAt?: number
}

export type Importer = ReturnType<typeof createImporter>

export function createImporter(deps: ImportDeps) {
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    /** Begins to take in the folder or the zip; without one the user is asked for a folder. What is taken goes into the collection. */
    start: async (wanted: string | undefined, collectionId?: string): Promise<Result<Job>> => {
      const place = wanted === undefined ? await chooseFolder(deps.shell) : await checkPlace(wanted)
      if (!place.ok) return place
      const path = place.data
      const isFolder = (await stat(path)).isDirectory()
      const { job } = deps.jobs.start(
        'import',
        message('exchange.lookingInto', { name: path }),
        (report, signal) => {
          const run = { collectionId, report, signal }
          return isFolder ? importFolder(deps, path, run) : importZip(deps, path, basename(path), run)
        },
      )
      return succeed(job)
    },
    /** Begins to take in the files of a zip that the page sends, when it is here. Rejects when the sender goes away. */
    takeZip: async (upload: Upload, collectionId?: string): Promise<Result<Job>> => {
      const { name } = upload
      const path = deps.library.media.partPath(`upload-${randomUUID()}`)
      const received = receiveUpload(deps, upload, path, closing.signal)
      underWay.add(received)
      try {
        const whole = await received
        if (!whole.ok) return whole
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        underWay.delete(received)
      }
      const { job } = deps.jobs.start(
        'import',
        message('exchange.lookingInto', { name }),
        async (report, signal) => {
          try {
            return await importZip(deps, path, name, { collectionId, report, signal })
          } finally {
            await rm(path, { force: true })
          }
        },
      )
      return succeed(job)
    },
    /** Takes in one file. Rejects when the sender goes away. */
    takeUpload: async (upload: Upload): Promise<Result<ImportedFile>> => {
      const taking = takeUpload(deps, upload, closing.signal)
      underWay.add(taking)
      try {
        return await taking
      } catch (error) {
        const disk = diskFailure(error)
        if (!disk) throw error
        return fail(
          disk.code,
          followedBy(message('exchange.notImported', { name: upload.name }), messageOf(disk)),
        )
      } finally {
        underWay.delete(taking)
      }
    },
    /** Ends uploads that are under way, and waits until they have. */
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}

/** Where a job takes its files from. */
interface Source {
  readonly total: number
  readonly files: AsyncIterable<FoundFile>
  /** For the user: what lies there and is not looked into. */
  readonly note?: Message
}

async function importAll(
  deps: ImportDeps,
  { total, files, note }: Source,
  { collectionId, report, signal }: ImportRun,
): Promise<Result<Message>> {
  report({ total, message: message('exchange.importing', { count: total }) })
  const { collections } = deps.library
  const tally = createTally()
  const taken: string[] = []
  let done = 0
  const collect = (): void => {
    if (collectionId !== undefined) collections.add(collectionId, taken.splice(0))
  }
  try {
    for await (const { name, path, modifiedAt, isNote = false } of files) {
      signal.throwIfAborted()
      const outcome = await takeFound(deps, { name, path, modifiedAt }, signal)
      const isPlainNote =
        isNote && outcome !== 'unreadable' && outcome.kind === 'refused' && outcome.why === 'noMedia'
      if (!isPlainNote) tally.count(name, outcome)
      if (outcome !== 'unreadable' && 'asset' in outcome) taken.push(outcome.asset.id)
      if (taken.length >= COLLECTED_AT_ONCE) collect()
      report({ done: ++done })
    }
  } catch (error) {
    if (signal.aborted || diskFailure(error)?.code !== 'disk_full') throw error
    return fail(
      'disk_full',
      followedBy(message('exchange.diskFull'), tally.said(), message('exchange.importAgain')),
    )
  } finally {
    collect()
  }
  return succeed(followedBy(tally.said(), ...(note === undefined ? [] : [note])))
}

/** What cannot be read is left, and the others are taken in. */
async function takeFound(
  deps: ImportDeps,
  { name, path, modifiedAt }: FoundFile,
  signal: AbortSignal,
): Promise<ImportOutcome | 'unreadable'> {
  if (path === null) return 'unreadable'
  try {
    const at = modifiedAt ?? Math.trunc((await stat(path)).mtimeMs)
    return await watchedImport(deps, { path, name, modifiedAt: at }, signal)
  } catch (error) {
    signal.throwIfAborted()
    const failed = fileFailure(error)
    if (failed?.code === 'disk_full' || (!failed && !isGone(error))) throw error
    return 'unreadable'
  }
}

async function importFolder(deps: ImportDeps, folder: string, run: ImportRun): Promise<Result<JobEnd<null>>> {
  const total = await countFiles(folder, run.signal)
  const files = filesIn(folder)
  const ended = await importAll(deps, { total, files }, run)
  return ended.ok ? succeed({ data: null, path: folder, message: ended.data }) : ended
}

async function importZip(
  deps: ImportDeps,
  path: string,
  name: string,
  run: ImportRun,
): Promise<Result<JobEnd<null>>> {
  const opened = await deps.watchdog.reading('a ZIP file', () => openZip(deps.library, path, run.signal))
  if (opened.kind === 'refused') {
    const why = message(`exchange.zip.${opened.why}`, { name, limit: opened.limit })
    return fail('invalid_input', followedBy(why, message('exchange.nothingImported')))
  }
  const { skipped: count } = opened
  const note = count > 0 && message('exchange.imported.skipped', { count })
  const ended = await importAll(deps, { ...opened, ...(note && { note }) }, run)
  return ended.ok ? succeed({ data: null, message: ended.data }) : ended
}

/** Without its name, which comes from outside. */
function watchedImport(deps: ImportDeps, file: IncomingFile, signal: AbortSignal): Promise<ImportOutcome> {
  return deps.watchdog.reading('an import', () => importFile(deps, file, signal))
}

interface ImportRun {
  readonly collectionId: string | undefined
  readonly report: (progress: JobProgress) => void
  readonly signal: AbortSignal
}

/** What cannot be looked into comes as a file that cannot be read. */
async function* filesIn(folder: string): AsyncGenerator<FoundFile> {
  const left: FoundFile[] = []
  yield* walkFolder(folder, (path) => left.push({ name: basename(path), path: null }))
  yield* left
}

async function countFiles(folder: string, signal: AbortSignal): Promise<number> {
  const files = filesIn(folder)
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
  const { library, clock } = deps
  const path = library.media.partPath(`upload-${randomUUID()}`)
  try {
    const whole = await receiveUpload(deps, upload, path, signal)
    if (!whole.ok) return whole
    const modifiedAt = Math.min(upload.modifiedAt ?? clock.now(), clock.now())
    const taken = await watchedImport(deps, { path, name: upload.name, modifiedAt }, signal)
    if (taken.kind === 'added' || taken.kind === 'known') {
      return succeed({ asset: taken.asset, known: taken.kind === 'known' })
    }
    return fail('invalid_input', message('exchange.notMedia', { name: upload.name }))
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes what the page sends to `path`; what is larger than an upload may be is removed again. */
async function receiveUpload(
  { largestUploadBytes = MAX_UPLOAD_BYTES }: ImportDeps,
  { name, body }: Upload,
  path: string,
  signal: AbortSignal,
): Promise<Result<null>> {
  if (await receive(body, path, largestUploadBytes, signal)) return succeed(null)
  await rm(path, { force: true })
  const gigabytes = Math.ceil(largestUploadBytes / 1024 ** 3)
  return fail('invalid_input', message('exchange.uploadTooLarge', { name, gigabytes }))
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

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')
}
