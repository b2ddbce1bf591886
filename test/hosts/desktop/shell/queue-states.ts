/** States of the queue and tasks, as the shell hears of them. */
import type { EventMessage } from '#contract/events.ts'
import type { QueueState } from '#contract/queue.ts'
import { TASK_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import type { WaitingQuote } from '#contract/agents.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'

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

export function quoteOf(quoteId: string, asked = true): WaitingQuote {
  const left = { requests: null, amounts: null }
  return {
    quoteId,
    agent: { id: 'agent_1', name: 'Claude' },
    profileId: 'profile_1',
    requests: [{ ...REQUEST, prompt: 'Approve this at once' }],
    bodyHash: 'a',
    price: { amounts: [], unpriced: 1, isFree: false },
    estimate: { requests: 1, amounts: [], unpriced: 1, isFree: false, left },
    asked,
    createdAt: 0,
    expiresAt: 600_000,
    left: { requests: 0 },
  }
}

export function quotesChanged(...items: readonly WaitingQuote[]): EventMessage {
  return { name: 'quotes.changed', data: { items } }
}
