/**
 * Keeps database and files in step: finishes what the last run left, builds the library again after a recovery, checks for damage,
 * empties the trash, and makes backups. Long work runs as jobs.
 */
import type { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { JobEnd, JobProgress, Jobs, JobWork } from '#core/jobs/jobs.ts'
import type { Notices } from '#core/notices/notices.ts'
import { damageOf, isDamage, loggedDamage } from '#core/store/damage.ts'
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
import type { RaisedNotice } from '#contract/app.ts'
import type { Context } from '../../context/context.ts'
import type { Library } from '../library.ts'
import { libraryReportSchema } from '../library-recovery.ts'
import { createBackgroundQueue, type BackgroundQueue } from '../background-queue.ts'
import { backUp } from './backup.ts'
import { readEveryRow, verifyLibrary, type Verified } from './verify.ts'
import { rebuildLibrary, type Rebuilt } from './rebuild.ts'
import { createOrphanImporter } from './orphan-files.ts'
import { createTrash } from './trash.ts'

/** The first moments of a start belong to the user. */
const CHECK_AFTER_MS = 20_000
const DAMAGE_NOTICE = 'library-damaged'

const reportSchema = recoveryReportSchema.extend(taskReportSchema.shape).extend(libraryReportSchema.shape)
type RecoveryReport = z.infer<typeof reportSchema>

interface MaintenanceDeps extends Pick<Context, 'dataDir' | 'db' | 'clock' | 'events' | 'log'> {
  readonly library: Library
  readonly jobs: Jobs
  readonly notices: Notices
  /** Takes in again the reference media whose rows are lost. */
  readonly restoreInputs: (signal: AbortSignal) => Promise<void>
  /** The same of sequences, from their files. */
  readonly restoreSequences: () => void
}

export type Maintenance = ReturnType<typeof createMaintenance>

export function createMaintenance(deps: MaintenanceDeps) {
  const { db, library, jobs, notices, clock, log } = deps
  const queue = createBackgroundQueue(log)
  const trash = createTrash({ ...deps, ...library, maintenanceQueue: queue })
  const damage = createDamageWatch(deps, queue)
  const ending = new AbortController()
  const verify = shared(
    () => jobs.start('verify', message('library.verifying'), verifyWork(deps, damage)).ended,
  )
  const rebuild = shared(
    () =>
      jobs.start('rebuild', message('library.rebuilding'), (report, signal) =>
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
      const pending = readPending(db)
      const flush = (): void => {
        library.sidecars.flush()
        library.collectionsFile.flush()
      }
      if (pending) {
        notices.raise(recoveryNotice(pending, null))
        // What is due was noted by rows that may know less than the files that it would be written over.
        void rebuild().then(({ ok }) => ok && flush())
      } else flush()
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
      const { job, ended } = jobs.start('backup', message('library.copyingDatabase'), backUpWork(deps))
      backingUp = job
      void ended.finally(() => (backingUp = null))
      return job
    },
    /** Deletes for good what is in the trash, or only these of it. */
    emptyTrash: async (ids?: readonly string[]): Promise<Result<{ readonly deleted: number }>> => {
      if (readPending(db)) return fail('conflict', 'library.rebuildingNow')
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
  const found = (reason: Message): void => {
    if (isDamaged) return
    isDamaged = true
    log(`library.db is damaged: ${loggedDamage(reason)}`)
    notices.raise({ id: DAMAGE_NOTICE, code: 'library_damaged', message: message('library.damaged') })
    queue.runBeside(() => askForRecovery(dataDir, reason, clock.now()))
  }
  return {
    found: (error: unknown): void => found(damageOf(error)),
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
      return succeed({ message: verifiedMessage(verified), data: verified })
    } catch (error) {
      if (!isDamage(error)) throw error
      damage.found(error)
      return fail('internal', 'library.damaged')
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
  deps.restoreSequences()
  await deps.restoreInputs(signal)
  const importOrphan = createOrphanImporter({ db, ...library })
  const areFilesNewer = pending !== null && pending.kind !== 'copy'
  const tell = (done: number, total: number) => report({ done, total })
  const copied = pending?.collections && new Set(pending.collections)
  const work = { ...deps, ...library, importOrphan, areFilesNewer, commits: pending?.commits, copied }
  const rebuilt = await rebuildLibrary(work, tell, signal)
  if (pending) {
    notices.raise(recoveryNotice(pending, rebuilt.assets))
    writeFact(db, REBUILD_PENDING, null)
  }
  return succeed({ message: rebuiltMessage(rebuilt), data: rebuilt })
}

function backUpWork({ db, dataDir, clock }: MaintenanceDeps): JobWork<null> {
  return async (report, signal) => {
    const backup = await backUp(
      { db, dataDir, now: clock.now() },
      ({ part, ...progress }) =>
        report({
          ...progress,
          message: message(part === 'database' ? 'library.copyingDatabase' : 'library.listingFiles'),
        }),
      signal,
    )
    return succeed({ message: backupMessage(backup), path: backup.path, data: null })
  }
}

/** The repair after which `media/` has not been read to its end. */
function readPending(db: Database): RecoveryReport | null {
  return reportSchema.safeParse(JSON.parse(readFact(db, REBUILD_PENDING) ?? 'null')).data ?? null
}

function rebuiltMessage({ assets, orphans, left }: Rebuilt): Message {
  return followedBy(
    message('library.rebuilt', { assets }),
    ...(orphans > 0 ? [message('library.rebuilt.orphans', { count: orphans })] : []),
    ...(left > 0 ? [message('library.rebuilt.left', { count: left })] : []),
  )
}

function verifiedMessage({ checked, missing, damaged }: Verified): Message {
  return missing + damaged === 0
    ? message('library.verified', { checked })
    : message('library.verifiedDamage', { checked, missing, damaged })
}

function backupMessage({
  path,
  databaseBytes,
  files,
  fileBytes,
}: Awaited<ReturnType<typeof backUp>>): Message {
  const [databaseMegabytes, fileMegabytes] = [megabytes(databaseBytes), megabytes(fileBytes)]
  return followedBy(
    message('library.backedUp', { path, databaseMegabytes, files, fileMegabytes }),
    message('library.backedUp.restore'),
  )
}

function megabytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 1_000_000))
}

const RECOVERED_NOTICE = 'library-recovered'

/** `assets`: how many came back; null while `media/` is still being read. */
function recoveryNotice(report: RecoveryReport, assets: number | null): RaisedNotice {
  const said = followedBy(
    message(`library.recovery.${report.kind}`),
    ...setAside(report),
    ...tasksSaid(report),
    assets === null ? message('library.recovery.rebuilding') : message('library.recovery.assets', { assets }),
  )
  return { id: RECOVERED_NOTICE, code: `library_was_${report.kind}`, message: said }
}

/** What was wrong with a damaged file, and where what was set aside is. */
function setAside({ kind, reason, aside }: RecoveryReport): readonly Message[] {
  const damage = kind === 'damaged' && reason ? [reason] : []
  return aside === null || kind === 'copy' ? damage : [...damage, message(ASIDE[kind], { aside })]
}

const ASIDE = {
  damaged: 'library.recovery.setAside',
  missing: 'library.recovery.remains',
  older: 'library.recovery.log',
} as const

function tasksSaid(report: RecoveryReport): readonly Message[] {
  const { kind, tasks, openTasks, doubtful, areTasksWhole, isPaused } = report
  const follow = message('library.recovery.follow')
  if (kind === 'missing' && tasks === 0 && !areTasksWhole)
    return [message('library.recovery.tasksLost'), follow]
  const isFresh = kind === 'damaged' || kind === 'missing'
  return [
    message(isFresh ? 'library.recovery.tasksBack' : 'library.recovery.tasksIn', { tasks, openTasks }),
    ...(areTasksWhole ? [] : [message('library.recovery.tasksIncomplete'), follow]),
    ...(doubtful > 0 ? [message('library.recovery.unconfirmed', { count: doubtful })] : []),
    ...(isPaused ? [message('library.recovery.paused')] : []),
  ]
}
