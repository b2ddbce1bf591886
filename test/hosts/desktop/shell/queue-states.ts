/** States of the queue and tasks, as the shell hears of them. */
import type { EventMessage } from '#contract/events.ts'
import type { QueueState } from '#contract/queue.ts'
import { TASK_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'

export function queueState(counts: Partial<Record<TaskState, number>> = {}, paused = false): QueueState {
  const none = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>
  return { paused, reason: null, counts: { ...none, ...counts }, limits: { holding: [] } }
}

export function queueChanged(counts: Partial<Record<TaskState, number>>, paused = false): EventMessage {
  return { name: 'queue.changed', data: { queue: queueState(counts, paused) } }
}

export function taskChanged(id: string, state: TaskState, more: Partial<Task> = {}): EventMessage {
  const task: Task = {
    id,
    batchId: 'b',
    profileId: 'p',
    state,
    request: {
      provider: 'p',
      mediaType: 'image',
      model: 'm',
      scene: 'text-to-image',
      prompt: `prompt of ${id}`,
    },
    createdAt: 0,
    updatedAt: 2_000,
    polls: 0,
    assetIds: [],
    ...more,
  }
  return { name: 'task.changed', data: { task } }
}
