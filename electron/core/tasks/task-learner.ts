/** Learns from tasks: what was asked for, and how it ended. */
import type { TaskRecord } from './task-row.ts'

/** Called within the transaction that writes the task, so that what is learned always agrees with the tasks. */
export interface TaskLearner {
  /** A task was submitted here; once for each. */
  submitted(task: TaskRecord): void
  /** A task came to rest. One that is taken up again ends more than once. */
  ended(task: TaskRecord): void
}

export const NO_LEARNER: TaskLearner = { submitted: () => undefined, ended: () => undefined }

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
