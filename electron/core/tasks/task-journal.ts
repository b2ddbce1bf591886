/** Hears of every task that is new, changes or goes, so that open tasks survive the loss of library.db. */
import type { TaskRecord } from './task-row.ts'

export interface TaskJournal {
  /**
   * Notes a task that is new, or whose state or remote id changed. Part of the transaction that writes the row. A task that is
   * being sent or that a service accepted is on disk when this returns. @throws when the disk refuses; nothing is noted then
   */
  note(task: TaskRecord, isNew?: boolean): void
  /** Notes a task that is removed. Part of the transaction that removes the row. */
  removed(task: Pick<TaskRecord, 'id'>, now: number): void
}

export const NO_JOURNAL: TaskJournal = { note: () => undefined, removed: () => undefined }
