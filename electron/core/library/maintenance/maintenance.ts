/**
 * Keeps library, database and files in step: takes up what the last run left, builds the library again after a repair, looks
 * for damage, empties the trash, and makes backups. Long work runs as jobs.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import type { EventBus } from '../../events.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Notices } from '../../notices.ts'
import type { Clock } from '../../ports/clock.ts'
import { isDamage } from '../../store/damage.ts'
import type { Database } from '../../store/database.ts'
import { checkIntegrity } from '../../store/recovery/integrity.ts'
import type { IntegrityOrder } from '../../store/recovery/integrity-worker.ts'
import {
  askForRecovery,
  databasePath,
  REBUILD_PENDING,
  recoveryReportSchema,
  type RecoveryReport,
} from '../../store/recovery/recover.ts'
import { backUp } from './backup.ts'
import { counted } from '../exchange/words.ts'
import type { Library } from '../library.ts'
import { readEveryRow } from './read-every-row.ts'
import { rebuildLibrary, type Rebuilt } from './rebuild.ts'
import { recoveryNotice } from './recovery-notice.ts'
import { createSerial } from '../serial.ts'
import { createStrayTaker } from './orphan-files.ts'
import { createTrash } from './trash.ts'
import { verifyLibrary, type Verified } from './verify.ts'

/** The first moments of a start belong to the user. */
const CHECK_AFTER_MS = 20_000
const DAMAGE_NOTICE = 'library-damaged'

export interface UpkeepDeps {
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

export interface Upkeep {
  /** Begins everything that runs by itself. Called once. */
  start(): void
  /** Takes word of damage that something else came upon: the user is told, and the next start repairs it. */
  foundDamage(error: unknown): void
  hasDamage(): boolean
  /** Reads every file and every page. A second call while it runs answers with the first one's. */
  verify(): Promise<Result<Verified>>
  rebuild(): Promise<Result<Pick<Rebuilt, 'assets' | 'tasks'>>>
  /** The job that makes the backup; the one that runs, where one does. */
  backUp(): Job
  /** Deletes for good what is in the trash, or only these of it. */
  emptyTrash(ids?: readonly string[]): Promise<Result<{ readonly deleted: number }>>
  close(): Promise<void>
}

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const { dataDir, db, library, jobs, notices, clock, log } = deps
  const turns = createSerial(log)
  const takeStray = createStrayTaker({ db, ...library })
  const trash = createTrash({ ...deps, ...library, upkeepTurns: turns })
  const ending = new AbortController()
  let verifying: Promise<Result<Verified>> | null = null
  let rebuilding: Promise<Result<Rebuilt>> | null = null
  let backingUp: Job | null = null
  let disarm: (() => void) | null = null
  let isDamaged = false

  const foundDamage = (error: unknown) => found(error instanceof Error ? error.message : String(error))
  const found = (reason: string): void => {
    if (isDamaged) return
    isDamaged = true
    log(`library.db is damaged: ${reason}`)
    notices.raise({ id: DAMAGE_NOTICE, code: 'library_damaged', message: DAMAGED })
    turns.unordered(() => askForRecovery(dataDir, reason, clock.now()))
  }
  const check = async (depth: IntegrityOrder['depth'], signal: AbortSignal): Promise<void> => {
    const damage = await checkIntegrity({ path: databasePath(dataDir), depth }, signal)
    if (damage !== null) found(damage)
  }
  const rebuild = (): Promise<Result<Rebuilt>> => {
    rebuilding ??= jobs
      .start('rebuild', 'Reads media/ again.', (report, signal) =>
        turns.next(() => runRebuild(report, signal)),
      )
      .ended.finally(() => (rebuilding = null))
    return rebuilding
  }
  const runRebuild = async (
    report: (progress: Partial<Pick<Job, 'done' | 'total'>>) => void,
    signal: AbortSignal,
  ) => {
    signal.throwIfAborted()
    const pending = readPending(db)
    await deps.restoreInputs(signal)
    const tell = (done: number, total: number) => report({ done, total })
    const rebuilt = await rebuildLibrary(
      { ...deps, ...library, takeStray, areFilesNewer: pending?.kind === 'older' },
      tell,
      signal,
    )
    if (pending) {
      notices.raise(recoveryNotice(pending, rebuilt.assets))
      db.run('DELETE FROM facts WHERE name = ?', REBUILD_PENDING)
    }
    return succeed({ message: rebuiltWords(rebuilt), data: rebuilt })
  }

  return {
    foundDamage,
    hasDamage: () => isDamaged,
    start: () => {
      db.onDamage(foundDamage)
      library.sidecars.flush()
      library.shelf.flush()
      const pending = readPending(db)
      if (pending) {
        notices.raise(recoveryNotice(pending, null))
        void rebuild()
      }
      trash.start()
      disarm = clock.after(CHECK_AFTER_MS, () =>
        turns.unordered(() => unlessEnding(check('pages', ending.signal))),
      )
    },
    verify: () => {
      verifying ??= jobs
        .start('verify', 'Reads every file.', async (report, signal) => {
          report({ total: library.store.count() })
          try {
            await readEveryRow(db, signal)
            const verified = await verifyLibrary(library, (done) => report({ done }), signal)
            await check('indexes', signal)
            return succeed({ message: verifiedWords(verified), data: verified })
          } catch (error) {
            if (!isDamage(error)) throw error
            foundDamage(error)
            return fail('internal', DAMAGED)
          }
        })
        .ended.finally(() => (verifying = null))
      return verifying
    },
    rebuild: async () => {
      const rebuilt = await rebuild()
      if (!rebuilt.ok) return rebuilt
      const { assets, tasks } = rebuilt.data
      return succeed({ assets, tasks })
    },
    backUp: () => {
      if (backingUp) return backingUp
      const { job, ended } = jobs.start('backup', 'Copies library.db.', async (report, signal) => {
        const backup = await backUp(
          { db, dataDir, now: clock.now() },
          ({ part, ...progress }) =>
            report({ ...progress, message: part === 'database' ? 'Copies library.db.' : 'Lists the files.' }),
          signal,
        )
        return succeed({ message: backupWords(backup), path: backup.path, data: null })
      })
      backingUp = job
      void ended.finally(() => (backingUp = null))
      return job
    },
    emptyTrash: async (ids) => {
      if (readPending(db))
        return fail('conflict', 'The library is being built again. Empty the trash after that.')
      return succeed({ deleted: await trash.empty(ids) })
    },
    close: async () => {
      disarm?.()
      ending.abort()
      await trash.close()
    },
  }

  async function unlessEnding(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!ending.signal.aborted) throw error
    })
  }
}

const DAMAGED =
  'library.db is damaged. Your files are not touched by it. Close Atelier and open it again: it sets the damaged file aside, keeps what can be read of it, and builds the library again from media/.'

/** The repair after which `media/` has not been read to its end. */
function readPending(db: Database): RecoveryReport | null {
  const row = db.get('SELECT value FROM facts WHERE name = ?', REBUILD_PENDING)
  if (!row) return null
  const parsed = recoveryReportSchema.safeParse(JSON.parse(String(row['value'])))
  return parsed.success ? parsed.data : null
}

function rebuiltWords({ assets, strays, left }: Rebuilt): string {
  const words = [`${counted(assets, 'asset')} ${assets === 1 ? 'is' : 'are'} in media/.`]
  if (strays > 0) words.push(`${counted(strays, 'file')} had lost the note of how it was made.`)
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
