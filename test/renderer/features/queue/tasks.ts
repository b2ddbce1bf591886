/** Tasks for tests of the queue. */
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'

export function taskOf(id: string, state: TaskState, more: Partial<Task> = {}): Task {
  return {
    id,
    batchId: `batch of ${id}`,
    profileId: 'p',
    state,
    request: { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: id },
    createdAt: 0,
    updatedAt: 0,
    polls: 0,
    assetIds: [],
    ...more,
  }
}
