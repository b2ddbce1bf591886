/**
 * Keeps database and files in step: finishes what the last run left, builds the library again after a recovery, checks for damage,
 * empties the trash, and makes backups. Long work runs as jobs.
 */
import type { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import type { EventBus } from '#core/calls/events.ts'
import type { JobEnd, JobProgress, Jobs, JobWork } from '#core/jobs/jobs.ts'
import type { Notices } from '#core/notices/notices.ts'
import type { Clock } from '#core/ports/clock.ts'
import { isDamage } from '#core/store/damage.ts'
import { readFact, writeFact, type Database } from '#core/store/database.ts'
import { checkIntegrity } from '#core/store/recovery/integrity.ts'
import type { IntegrityOrder } from '#core/store/recovery/integrity-worker.ts'
import {
  askForRecovery,
  databasePath,
  REBUILD_PENDING,
  recoveryReportSchema,
} from '#core/store/recovery/recover.ts'
import { taskReportSchema } from '#core/tasks/recovery/task-recovery.ts'
import type { Notice } from '#contract/app.ts'
import { counted } from '../exchange/words.ts'
import type { Library } from '../library.ts'
import { createBackgroundQueue, type BackgroundQueue } from '../background-queue.ts'
import { backUp } from './backup.ts'
import { readEveryRow, verifyLibrary, type Verified } from './verify.ts'
import { rebuildLibrary, type Rebuilt } from './rebuild.ts'
import { createOrphanImporter } from './orphan-files.ts'
import { createTrash } from './trash.ts'

/** The first moments of a start belong to the user. */
const CHECK_AFTER_MS = 20_000
const DAMAGE_NOTICE = 'library-damaged'

const reportSchema = recoveryReportSchema.extend(taskReportSchema.shape)
type RecoveryReport = z.infer<typeof reportSchema>

interface MaintenanceDeps {
  readonly dataDir: string
  readonly db: Database
  readonly library: Library
  readonly jobs: Jobs
  readonly notices: Notices
  readonly clock: Clock
  readonly events: EventBus
  /** Takes in again the reference media whose rows are lost. */
  readonly restoreInputs: (signal: AbortSignal) => Promise<void>
  readonly log: (line: string) => void
}

export type Maintenance = ReturnType<typeof createMaintenance>

export function createMaintenance(deps: MaintenanceDeps) {
  const { db, library, jobs, notices, clock, log } = deps
  const queue = createBackgroundQueue(log)
  const trash = createTrash({ ...deps, ...library, maintenanceQueue: queue })
  const damage = createDamageWatch(deps, queue)
  const ending = new AbortController()
  const verify = shared(() => jobs.start('verify', 'Reads every file.', verifyWork(deps, damage)).ended)
  const rebuild = shared(
    () =>
      jobs.start('rebuild', 'Reads media/ again.', (report, signal) =>
        queue.run(() => rebuildWork(deps, report, signal)),
      ).ended,
  )
  let backingUp: Job | null = null
  let disarm: (() => void) | null = null
  return {
    /** Takes damage that was found elsewhere: the user is told, and the next start recovers from it. */
    foundDamage: damage.found,
    hasDamage: damage.has,
    /** Begins everything that runs by itself. Called once. */
    start: (): void => {
      db.onDamage(damage.found)
      library.sidecars.flush()
      library.collectionsFile.flush()
      const pending = readPending(db)
      if (pending) {
        notices.raise(recoveryNotice(pending, null))
        void rebuild()
      }
      trash.start()
      disarm = clock.after(CHECK_AFTER_MS, () =>
        queue.runBeside(() =>
          damage.check('pages', ending.signal).catch((error: unknown) => {
            if (!ending.signal.aborted) throw error
          }),
        ),
      )
    },
    /** Reads every file and every page. A second call while it runs shares the outcome. */
    verify,
    rebuild: async (): Promise<Result<Pick<Rebuilt, 'assets' | 'tasks'>>> => {
      const rebuilt = await rebuild()
      if (!rebuilt.ok) return rebuilt
      const { assets, tasks } = rebuilt.data
      return succeed({ assets, tasks })
    },
    /** The job that makes the backup; the one that runs, where one does. */
    backUp: (): Job => {
      if (backingUp) return backingUp
      const { job, ended } = jobs.start('backup', 'Copies library.db.', backUpWork(deps))
      backingUp = job
      void ended.finally(() => (backingUp = null))
      return job
    },
    /** Deletes for good what is in the trash, or only these of it. */
    emptyTrash: async (ids?: readonly string[]): Promise<Result<{ readonly deleted: number }>> => {
      if (readPending(db))
        return fail('conflict', 'The library is being built again. Empty the trash after that.')
      return succeed({ deleted: await trash.empty(ids) })
    },
    close: async (): Promise<void> => {
      disarm?.()
      ending.abort()
      await trash.close()
    },
  }
}

/** Starts once: a call while it runs shares the outcome. */
function shared<T>(start: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => (running ??= start().finally(() => (running = null)))
}

type DamageWatch = ReturnType<typeof createDamageWatch>

function createDamageWatch({ dataDir, notices, clock, log }: MaintenanceDeps, queue: BackgroundQueue) {
  let isDamaged = false
  const found = (error: unknown): void => {
    if (isDamaged) return
    isDamaged = true
    const reason = error instanceof Error ? error.message : String(error)
    log(`library.db is damaged: ${reason}`)
    notices.raise({ id: DAMAGE_NOTICE, code: 'library_damaged', message: DAMAGED })
    queue.runBeside(() => askForRecovery(dataDir, reason, clock.now()))
  }
  return {
    found,
    has: (): boolean => isDamaged,
    /** Tells of what the integrity check finds. @throws the reason of `signal`. */
    check: async (depth: IntegrityOrder['depth'], signal: AbortSignal): Promise<void> => {
      const reason = await checkIntegrity({ path: databasePath(dataDir), depth }, signal)
      if (reason !== null) found(reason)
    },
  }
}

function verifyWork({ db, library }: MaintenanceDeps, damage: DamageWatch): JobWork<Verified> {
  return async (report, signal) => {
    report({ total: library.store.count() })
    try {
      await readEveryRow(db, signal)
      const verified = await verifyLibrary(library, (done) => report({ done }), signal)
      await damage.check('indexes', signal)
      return succeed({ message: verifiedWords(verified), data: verified })
    } catch (error) {
      if (!isDamage(error)) throw error
      damage.found(error)
      return fail('internal', DAMAGED)
    }
  }
}

async function rebuildWork(
  deps: MaintenanceDeps,
  report: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Result<JobEnd<Rebuilt>>> {
  const { db, library, notices } = deps
  signal.throwIfAborted()
  const pending = readPending(db)
  await deps.restoreInputs(signal)
  const importOrphan = createOrphanImporter({ db, ...library })
  const areFilesNewer = pending?.kind === 'older'
  const tell = (done: number, total: number) => report({ done, total })
  const rebuilt = await rebuildLibrary({ ...deps, ...library, importOrphan, areFilesNewer }, tell, signal)
  if (pending) {
    notices.raise(recoveryNotice(pending, rebuilt.assets))
    writeFact(db, REBUILD_PENDING, null)
  }
  return succeed({ message: rebuiltWords(rebuilt), data: rebuilt })
}

function backUpWork({ db, dataDir, clock }: MaintenanceDeps): JobWork<null> {
  return async (report, signal) => {
    const backup = await backUp(
      { db, dataDir, now: clock.now() },
      ({ part, ...progress }) =>
        report({ ...progress, message: part === 'database' ? 'Copies library.db.' : 'Lists the files.' }),
      signal,
    )
    return succeed({ message: backupWords(backup), path: backup.path, data: null })
  }
}

const DAMAGED =
  'library.db is damaged. Your files are not affected. Close Atelier and open it again: it sets the damaged file aside, brings back your open tasks, and builds the library again from media/.'

/** The repair after which `media/` has not been read to its end. */
function readPending(db: Database): RecoveryReport | null {
  return reportSchema.safeParse(JSON.parse(readFact(db, REBUILD_PENDING) ?? 'null')).data ?? null
}

function rebuiltWords({ assets, orphans, left }: Rebuilt): string {
  const words = [`${counted(assets, 'asset')} ${assets === 1 ? 'is' : 'are'} in media/.`]
  if (orphans > 0) words.push(`${counted(orphans, 'file')} had lost the note of how it was made.`)
  if (left > 0) words.push(`${counted(left, 'file')} could not be taken in: damaged, or of no known kind.`)
  return words.join(' ')
}

function verifiedWords({ checked, missing, damaged }: Verified): string {
  if (missing + damaged === 0) return `${counted(checked, 'asset')} checked: every file is there and whole.`
  return `${counted(checked, 'asset')} checked: ${counted(missing, 'file')} missing, ${damaged} damaged.`
}

function backupWords({ path, databaseBytes, files, fileBytes }: Awaited<ReturnType<typeof backUp>>): string {
  return `The backup is in ${path}: library.db with ${megabytes(databaseBytes)}, and the list of ${counted(files, 'file')} with ${megabytes(fileBytes)}. To go back to it, close Atelier and put this library.db in the place of the present one; media/ and inputs/ stay as they are.`
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000)).toLocaleString('en')} MB`
}

const RECOVERED_NOTICE = 'library-recovered'

/** `assets`: how many came back; null while `media/` is still being read. */
function recoveryNotice(report: RecoveryReport, assets: number | null): Notice {
  const sentences = [
    beginning(report),
    ...taskSentences(report),
    assets === null
      ? 'The library is being built again from media/.'
      : `${counted(assets, 'asset')} came back from media/.`,
  ]
  return { id: RECOVERED_NOTICE, code: `library_was_${report.kind}`, message: sentences.join(' ') }
}

function beginning({ kind, reason, aside }: RecoveryReport): string {
  switch (kind) {
    case 'damaged':
      return `library.db was damaged: ${sentence(reason)} It was set aside as ${aside ?? 'another file'}; nothing was deleted.`
    case 'missing':
      return `library.db was missing, so a fresh one was made.${aside === null ? '' : ` What was left of it is in ${aside}.`}`
    case 'older':
      return `library.db is older than the last work: its latest changes are missing.${aside === null ? '' : ` Its write-ahead log is in ${aside}.`}`
    case 'copy':
      return 'library.db is a backup that was put back.'
  }
}

function taskSentences(report: RecoveryReport): readonly string[] {
  const { kind, tasks, openTasks, doubtful, areTasksWhole, isPaused } = report
  if (kind === 'missing' && tasks === 0 && !areTasksWhole)
    return [`Its tasks are not known any more. ${FOLLOW}`]
  const isFresh = kind === 'damaged' || kind === 'missing'
  const said = [
    `${counted(tasks, 'task')} ${isFresh ? 'came back' : 'are in it'}, ${openTasks} of them open.`,
  ]
  if (!areTasksWhole)
    said.push(`Not every open task may be among them: accepted.jsonl is missing or damaged. ${FOLLOW}`)
  if (doubtful > 0) {
    said.push(
      `${counted(doubtful, 'task')} that waited may have been sent already: nothing is sent again until you decide about them in the queue.`,
    )
  }
  if (isPaused) said.push('Sending is paused. Resume it in the queue.')
  return said
}

const FOLLOW = 'A task can be followed again by the id that the service gave it.'

function sentence(text: string): string {
  const start = text.charAt(0).toLowerCase() + text.slice(1)
  return start.endsWith('.') ? start : `${start}.`
}
