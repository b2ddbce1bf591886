/** The queue's filters in the user's words, each a set of states. */
import type { QueueState } from '#contract/queue.ts'
import type { TaskState } from '#contract/rules/task-states.ts'

export const FILTERS = ['all', 'needsYou', 'waiting', 'running', 'done', 'ended'] as const
export type QueueFilter = (typeof FILTERS)[number]

const STATES: Readonly<Record<QueueFilter, readonly TaskState[]>> = {
  all: [],
  needsYou: ['unknown', 'unsaved'],
  waiting: ['queued'],
  running: ['sending', 'running', 'saving'],
  done: ['saved'],
  ended: ['failed', 'gone', 'rejected', 'stopped'],
}

/** Empty for every state. */
export function statesOf(filter: QueueFilter): readonly TaskState[] {
  return STATES[filter]
}

export function filterOf(states: readonly TaskState[]): QueueFilter {
  return FILTERS.find((filter) => STATES[filter].join() === states.join()) ?? 'all'
}

export function countFor(filter: QueueFilter, counts: QueueState['counts']): number {
  const states = filter === 'all' ? (Object.keys(counts) as TaskState[]) : STATES[filter]
  return states.reduce((sum, state) => sum + counts[state], 0)
}
