/** Learns from tasks: what was asked for, and how it ended. */
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { z } from 'zod'
import { isOpen } from '#contract/rules/task-states.ts'
import { parseRow } from '../store/damage.ts'
import { readFact, writeFact, type Database } from '../store/database.ts'
import { writeIfPossible } from '../store/disk-errors.ts'
import { type TaskRecord, toTaskRecord } from './task-row.ts'
import { selectNumber } from '../store/reader.ts'

/** Called within the transaction that writes the task, so that what is learned always agrees with the tasks. */
export interface TaskLearner {
  /** A task was submitted here; once for each. */
  submitted(task: TaskRecord): void
  /** A task came to rest. One that is taken up again ends more than once. */
  ended(task: TaskRecord): void
}

export function learnTogether(learners: readonly Partial<TaskLearner>[]): TaskLearner {
  return {
    submitted: (task) => {
      for (const learner of learners) learner.submitted?.(task)
    },
    ended: (task) => {
      for (const learner of learners) learner.ended?.(task)
    },
  }
}

/** A fact that is not recovered from a damaged database: a new one learns from all its tasks. */
const FACT = 'tasks.learned'
const TASKS_A_STEP = 25

const progressSchema = z.object({
  /** Every task up to this `seq` has been told. */
  done: z.int(),
  /** Tasks after this `seq` were told when they were submitted. */
  until: z.int(),
})

/**
 * Tells a learner of the tasks that were there before it: those of an earlier version, and those recovered from a damaged
 * database. Once for each database, in the background, resuming where it stopped.
 *
 * Call before the first task is submitted: what is there now is the past.
 */
export function createPastTasks(db: Database, learner: TaskLearner) {
  const stored = readFact(db, FACT)
  const last = () => selectNumber(db, 'SELECT max(seq) FROM tasks')
  const progress = stored
    ? parseRow('facts', () => progressSchema.parse(JSON.parse(stored)))
    : { done: 0, until: last() }
  const note = (done: number): void => {
    writeFact(db, FACT, JSON.stringify({ done, until: progress.until }))
  }
  let { done } = progress
  let isClosed = false
  /** Returns how far it came. */
  const step = (): number =>
    db.transaction(() => {
      const rows = db.all(
        'SELECT * FROM tasks WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
        done,
        progress.until,
        TASKS_A_STEP,
      )
      for (const row of rows) {
        const task = toTaskRecord(row)
        learner.submitted(task)
        if (!isOpen(task.state)) learner.ended(task)
      }
      const reached = Number(rows.at(-1)?.['seq'] ?? progress.until)
      note(reached)
      return reached
    })
  if (!stored) writeIfPossible(() => note(done))
  return {
    /** Resolves when every past task was told, or when closed. Rejects with the disk's or the database's error. */
    tell: async (): Promise<void> => {
      while (!isClosed && done < progress.until) {
        done = step()
        await yieldToLoop()
      }
    },
    close: (): void => {
      isClosed = true
    },
  }
}
