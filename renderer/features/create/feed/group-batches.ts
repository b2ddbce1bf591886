/** Gathers the tasks of one press of the button, so that the feed shows them together. */
import type { Task } from '#contract/task.ts'

export interface Batch {
  readonly id: string
  /** In the order they were asked for. */
  readonly tasks: readonly Task[]
  readonly first: Task
}

/** Batches in the order of `tasks`, which is newest first. */
export function groupBatches(tasks: readonly Task[]): readonly Batch[] {
  const batches: Batch[] = []
  for (const [id, members] of Map.groupBy(tasks, (task) => task.batchId)) {
    const ordered = members.toReversed()
    const [first] = ordered
    if (first !== undefined) batches.push({ id, tasks: ordered, first })
  }
  return batches
}
