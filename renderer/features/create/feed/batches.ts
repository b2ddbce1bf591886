/** Gathers the tasks of one press of the button, so that the feed shows them together. */
import type { Task } from '#contract/tasks.ts'
import { type Matrix, matrixOf } from './matrix/matrix.ts'
import { isOpen } from '#contract/rules/task-states.ts'

export interface Batch {
  readonly id: string
  /** In the order they were asked for. */
  readonly tasks: readonly Task[]
  readonly first: Task
  readonly matrix: Matrix | null
}

/**
 * Groups tasks, which are newest first, into batches in the same order. A batch in which nothing changed since the last call
 * stays the same object.
 */
export function createGrouping(): (tasks: readonly Task[]) => readonly Batch[] {
  let known = new Map<string, Batch>()
  return (tasks) => {
    const batches = new Map<string, Batch>()
    for (const [id, members] of Map.groupBy(tasks, (task) => task.batchId)) {
      const ordered = members.toReversed()
      const [first] = ordered
      const same = known.get(id)
      if (same !== undefined && isSame(same.tasks, ordered)) batches.set(id, same)
      else if (first !== undefined) batches.set(id, { id, tasks: ordered, first, matrix: matrixOf(ordered) })
    }
    known = batches
    return Array.from(batches.values())
  }
}

function isSame(a: readonly Task[], b: readonly Task[]): boolean {
  return a.length === b.length && a.every((task, index) => task === b[index])
}

export interface ProblemGroup {
  readonly first: Task
  readonly tasks: readonly Task[]
}

/** In the order of their first task. What needs a decision of its own stands alone. */
export function problemGroups(tasks: readonly Task[]): readonly ProblemGroup[] {
  const troubled = tasks.filter(
    ({ state, error }) => !isOpen(state) && (error !== undefined || state === 'unknown'),
  )
  return Array.from(Map.groupBy(troubled, causeOf).values()).flatMap((members) => {
    const [first] = members
    return first === undefined ? [] : [{ first, tasks: members }]
  })
}

function causeOf({ id, state, error }: Task): string {
  if (state === 'unknown') return id
  return JSON.stringify([state, error?.code, error?.message, error?.charged])
}
