/**
 * Removes a response when nothing of it is needed any more: its results are in media/, or the user decided.
 *
 * It stays while it may be saved, also once more (`unsaved`), and, where it is not whole, while nobody knows what became of the
 * request (`unknown`): then it is all that there is of what may have been paid for.
 */
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Context } from '../../context/context.ts'
import type { KeptResponses } from '../../results/responses/response-folder.ts'
import type { TaskStore } from '../task-store.ts'

const NEEDED: ReadonlySet<TaskState> = new Set(['sending', 'saving', 'unsaved', 'unknown'])

interface ResponseKeeperDeps extends Pick<Context, 'events' | 'log'> {
  readonly responses: KeptResponses
  readonly store: Pick<TaskStore, 'find'>
}

export function createResponseKeeper({ responses, store, events, log }: ResponseKeeperDeps) {
  const removals = new Set<Promise<void>>()
  const removed = (taskId: string): void => {
    if (!responses.has(taskId)) return
    // One that could not be removed is removed at the next start.
    const done = responses
      .remove(taskId)
      .catch((error: unknown) => log(`A response was not removed: ${String(error)}`))
      .finally(() => removals.delete(done))
    removals.add(done)
  }
  const changed = ({ id, state }: { readonly id: string; readonly state: TaskState }): void => {
    if (!NEEDED.has(state)) removed(id)
  }
  // Told after the commit.
  const stopListening = events.subscribe(({ name, data }) => {
    if (name === 'task.changed') changed(data.task)
    if (name === 'task.removed') removed(data.id)
  })
  return {
    /** Looks after what an earlier run left. */
    sweep: (): void => {
      for (const id of responses.ids()) {
        const task = store.find(id)
        if (task) changed(task)
        else removed(id)
      }
    },
    close: async (): Promise<void> => {
      stopListening()
      await Promise.all(removals)
    },
  }
}
