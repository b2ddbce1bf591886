/** Who learns from tasks: what was asked for, and how it ended. */
import type { TaskRecord } from './task-row.ts'

/** Both are told within the transaction that writes the task, so that what is learned is never ahead of it or behind. */
export interface TaskLearner {
  /** A task was submitted here; once for each. */
  submitted(task: TaskRecord): void
  /** A task is at rest. One that is taken up again comes to rest more than once. */
  ended(task: TaskRecord): void
}

/** Learns nothing. */
export const NOBODY: TaskLearner = { submitted: () => undefined, ended: () => undefined }

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
