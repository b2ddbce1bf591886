/**
 * Takes in a whole archive as a job: as copies, or as an index over files that stay where they are.
 *
 * Each file is whole or not there, so a job that is stopped is gone on with by beginning it again: what is known is passed over without
 * being read. One that did not end when Atelier did begins again by itself.
 */
import { stat } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ArchiveResult, UnreadReason } from '#contract/rules/archive-result.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { JobEnd, JobProgress, Jobs } from '../../../jobs/jobs.ts'
import type { Shell } from '../../../ports/shell.ts'
import type { Watchdog } from '../../../reading/watchdog.ts'
import { diskFailure } from '../../../store/disk-errors.ts'
import { ifThere } from '../../../store/files.ts'
import { checkPlace, chooseFolder } from '../found-files.ts'
import type { ImportFileDeps } from '../import-file.ts'
import { createArchiveStore } from './archive-store.ts'
import { createOpenImports, type ImportWish, keyOf } from './open-imports.ts'
import { openArchive, previewArchive } from './preview-archive.ts'
import { createPlacement } from './place-assets.ts'
import { takeFiles, type TakeDeps, type Taken } from './take-files.ts'
import { type FoundInArchive, walkArchive } from './walk-archive.ts'

/** Read, synced and written together. */
const FILES_A_BATCH = 32
/** While one batch is read, others are synced and written. */
const AT_ONCE = 3
const MAX_NAMED = 1_000

export interface ArchiveDeps extends ImportFileDeps {
  readonly jobs: Jobs
  readonly watchdog: Pick<Watchdog, 'reading'>
  readonly shell: Shell | undefined
}

/** What ended Atelier so often without a word is not begun again by itself. */
const MAX_STARTS = 5

export type Archives = ReturnType<typeof createArchives>

export function createArchives(deps: ArchiveDeps) {
  const closing = new AbortController()
  const open = createOpenImports(deps.db)
  const running = new Map<string, string>()
  const noteEnd = async (wish: ImportWish, ended: Promise<unknown>): Promise<void> => {
    await ended
    running.delete(keyOf(wish))
    if (closing.signal.aborted) open.add(wish, 0)
    else open.remove(wish)
  }
  const begin = (wish: ImportWish, doing: Message, starts: number): Job => {
    const { job, ended } = deps.jobs.start('import', doing, (report, signal) =>
      importArchive(deps, wish, report, signal),
    )
    open.add(wish, starts)
    running.set(keyOf(wish), job.id)
    void noteEnd(wish, ended)
    return job
  }
  const refuse = (wish: ImportWish, why: Message): void => {
    open.remove(wish)
    deps.jobs.start('import', why, () => Promise.resolve(fail('not_found', why)))
  }
  return {
    /** Without a path the user is asked for a folder. */
    preview: async (path: string | undefined) => {
      const place = path === undefined ? await chooseFolder(deps.shell) : await checkFolder(path)
      return place.ok ? succeed(await previewArchive(deps, place.data, closing.signal)) : place
    },
    /** Returns when the job has begun; the one that runs, where the same is asked for again. */
    start: async (wish: ImportWish): Promise<Result<Job>> => {
      const place = await checkFolder(wish.path)
      if (!place.ok) return place
      const same = deps.jobs.list().find(({ id }) => id === running.get(keyOf(wish)))
      return succeed(same ?? begin(wish, message('exchange.lookingInto', { name: place.data }), 1))
    },
    /** Goes on with what the last run did not come to the end of; says where that cannot be. Called once. */
    resume: async (): Promise<void> => {
      for (const { starts, ...wish } of open.list()) {
        const name = wish.path
        if (!(await checkFolder(name)).ok) refuse(wish, message('exchange.archiveAway', { name }))
        else if (starts >= MAX_STARTS) refuse(wish, message('exchange.archiveStopped', { name }))
        else begin(wish, message('exchange.archiveGoesOn', { name }), starts + 1)
      }
    },
    /** Where the file of an asset lies that the library has no copy of; null for all others. */
    placeOf: async (id: string) => {
      const record = deps.library.find(id)
      if (!record) return fail('not_found', 'library.noAsset')
      const path = deps.library.media.outsidePath(record.sha256)
      const isThere = path !== null && (await ifThere(stat(path))) !== null
      return succeed({ place: path === null ? null : { path, isThere } })
    },
    /** Ends a preview that is under way. Called before the jobs end: imports that they stop go on at the next start. */
    close: (): void => closing.abort(),
  }
}

/** Fails as `invalid_input` for what is no folder of this computer. */
export async function checkFolder(path: string): Promise<Result<string>> {
  const place = await checkPlace(path)
  if (!place.ok || (await stat(place.data)).isDirectory()) return place
  return fail('invalid_input', 'exchange.archiveZip', { field: 'path' })
}

async function importArchive(
  deps: ArchiveDeps,
  wish: ImportWish,
  report: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Result<JobEnd<null>>> {
  const index = await openArchive(deps, wish.path, signal)
  let total = 0
  for await (const _ of walkArchive(wish.path, index)) {
    signal.throwIfAborted()
    total++
  }
  report({ total, message: message('exchange.importing', { count: total }) })
  const placement = createPlacement(deps, index, wish.collectionId)
  const take: TakeDeps = {
    ...deps,
    archives: createArchiveStore(deps.db, deps.library.media.outsideNoted),
    placement,
    index,
    inPlace: wish.mode === 'in-place',
  }
  const tally = createArchiveTally()
  if (index.damaged !== null) tally.count(index.damaged, { kind: 'skipped', reason: 'unreadable' })
  const noteFolder = (path: string, reason: UnreadReason): void =>
    tally.count(path, { kind: 'skipped', reason })
  const batches = inBatches(walkArchive(wish.path, index, noteFolder))
  try {
    await takeAll(deps, { take, report, signal, tally }, batches)
  } catch (error) {
    if (signal.aborted || diskFailure(error)?.code !== 'disk_full') throw error
    return fail(
      'disk_full',
      followedBy(message('exchange.diskFull'), tally.said(), message('exchange.importAgain')),
    )
  } finally {
    placement.finish()
    deps.library.makeMissingThumbnails()
  }
  return succeed({ data: null, path: wish.path, message: tally.said(), archive: tally.result() })
}

async function* inBatches(files: AsyncGenerator<FoundInArchive>): AsyncGenerator<readonly FoundInArchive[]> {
  let batch: FoundInArchive[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < FILES_A_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface Run {
  readonly take: TakeDeps
  readonly report: (progress: JobProgress) => void
  readonly signal: AbortSignal
  readonly tally: ArchiveTally
}

/** A few batches at once; the first failure ends all. */
async function takeAll(
  { watchdog }: ArchiveDeps,
  { take, report, signal, tally }: Run,
  batches: AsyncGenerator<readonly FoundInArchive[]>,
): Promise<void> {
  let done = 0
  let isFailed = false
  const work = async (): Promise<void> => {
    for (let next = await batches.next(); next.done !== true && !isFailed; next = await batches.next()) {
      signal.throwIfAborted()
      const files = next.value
      const taken = await watchdog.reading('an import', () => takeFiles(take, files, signal))
      for (const [at, one] of taken.entries()) tally.count(files[at]?.relative ?? '', one)
      report({ done: (done += files.length) })
      // Files that are known hardly need the disk, and nothing else would have its turn.
      await yieldToEventLoop()
    }
  }
  const failing = (error: unknown): never => {
    isFailed = true
    throw error
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(failing)))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

type ArchiveTally = ReturnType<typeof createArchiveTally>

function createArchiveTally() {
  let [added, known, unreadCount] = [0, 0, 0]
  const unread: ArchiveResult['unread'][number][] = []
  return {
    count: (path: string, taken: Taken): void => {
      if (taken.kind === 'added') added++
      if (taken.kind === 'known') known++
      const reason = taken.kind === 'known' ? null : taken.reason
      if (reason === null) return
      unreadCount++
      if (unread.length < MAX_NAMED) unread.push({ path, reason })
    },
    result: (): ArchiveResult => ({ added, known, unread, unreadCount }),
    said: (): Message =>
      followedBy(
        message('exchange.imported', { count: added }),
        ...(known > 0 ? [message('exchange.imported.known', { count: known })] : []),
        ...(unreadCount > 0 ? [message('exchange.imported.unread', { count: unreadCount })] : []),
      ),
  }
}
