/**
 * Opens a data directory with what is in it. Knows every subject that keeps rows in library.db; each says itself how they are
 * recovered.
 */
import type { Result } from '#contract/errors.ts'
import { readCastRecovery } from './cast/cast-file.ts'
import { AGENT_RECOVERY } from './agents/agent-store.ts'
import { ARENA_RECOVERY } from './arena/arena.ts'
import { WORKFLOW_RECOVERY } from './catalog/model-entries.ts'
import { MODEL_MEMORY_RECOVERY } from './catalog/model-memory.ts'
import { INPUT_RECOVERY } from './inputs/inputs.ts'
import { createOutsideFiles } from './library/assets/outside-files.ts'
import { openMediaFolder, type MediaFolder } from './library/assets/media-folder.ts'
import { createLibraryRecovery } from './library/library-recovery.ts'
import type { Clock } from './ports/clock.ts'
import { PROMPT_RECOVERY } from './prompts/prompt-history.ts'
import { LAST_FRAME_RECOVERY } from './rendering/last-frames.ts'
import { createSequenceRecovery } from './sequences/sequence-recovery.ts'
import { readUiStateRecovery } from './settings/ui-state-file.ts'
import { LEDGER_RECOVERY } from './spending/recover-ledger.ts'
import { isDamage } from './store/damage.ts'
import { type Held, holdDirectory } from './store/data-directory.ts'
import type { Database } from './store/database.ts'
import { openOrRecover, type Subjects } from './store/library-database.ts'
import { type AcceptedLog, readAcceptedLog } from './tasks/recovery/accepted-log.ts'
import { continueAcceptedLog, createTaskRecovery } from './tasks/recovery/task-recovery.ts'

export interface OpenDirectory extends Held {
  readonly db: Database
  /** Every change of a task's state is noted in it. */
  readonly accepted: AcceptedLog
  readonly media: MediaFolder
}

/** A damaged or lost library.db is replaced; what was done about it is in the fact that recover.ts names. Fails and throws as `holdDirectory`. */
export function openDirectory(dataDir: string, clock: Pick<Clock, 'now'>): Promise<Result<OpenDirectory>> {
  return holdDirectory(dataDir, async () => {
    const opened = await openLibraryDatabase(dataDir, clock.now())
    try {
      return { media: await openMediaFolder(dataDir, createOutsideFiles(opened.db)), ...opened }
    } catch (error) {
      opened.close(isDamage(error))
      throw error
    }
  })
}

/** As `openOrRecover`, for the database of a directory that is held. */
export async function openLibraryDatabase(dataDir: string, now: number) {
  const { journal, ...opened } = await openOrRecover(dataDir, await readSubjects(dataDir), now)
  return { ...opened, accepted: journal }
}

/** With what lies beside library.db. @throws the disk's error. */
export async function readSubjects(dataDir: string): Promise<Subjects<AcceptedLog>> {
  const log = await readAcceptedLog(dataDir)
  return {
    recoverable: [
      // What others refer to comes first.
      createTaskRecovery(log),
      LEDGER_RECOVERY,
      await readUiStateRecovery(dataDir),
      AGENT_RECOVERY,
      INPUT_RECOVERY,
      LAST_FRAME_RECOVERY,
      await readCastRecovery(dataDir),
      ARENA_RECOVERY,
      PROMPT_RECOVERY,
      MODEL_MEMORY_RECOVERY,
      WORKFLOW_RECOVERY,
      createLibraryRecovery(dataDir),
      createSequenceRecovery(dataDir),
    ],
    openJournal: (db, now) => continueAcceptedLog(dataDir, db, log, now),
  }
}
