/** Gathers the tasks of a batch that did not end well, so that one cause is told once. */
import type { Task } from '#contract/tasks.ts'
import { isOpenState } from '../../../ui/task-state.tsx'

export interface ProblemGroup {
  readonly first: Task
  readonly tasks: readonly Task[]
}

/** In the order of their first task. What needs a decision of its own stands alone. */
export function problemGroups(tasks: readonly Task[]): readonly ProblemGroup[] {
  const troubled = tasks.filter(
    ({ state, error }) => !isOpenState(state) && (error !== undefined || state === 'unknown'),
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
