/** A task's life: which state may follow which. The only place that says so. */
import type { TaskState } from '#contract/rules/task-states.ts'

const NEXT: Readonly<Record<TaskState, readonly TaskState[]>> = {
  queued: ['sending', 'stopped'],
  sending: ['running', 'rejected', 'unknown', 'queued'],
  running: ['saving', 'failed', 'gone', 'stopped'],
  saving: ['saved', 'unsaved', 'stopped'],
  saved: [],
  unsaved: ['saving', 'stopped'],
  failed: [],
  gone: ['running', 'stopped'],
  rejected: [],
  unknown: ['queued', 'running', 'stopped'],
  stopped: ['running'],
}

/** States in which Atelier does nothing more by itself. */
const RESTING = new Set<TaskState>(['saved', 'unsaved', 'failed', 'gone', 'rejected', 'unknown', 'stopped'])

/** Whether `to` may follow `from`. Staying in a state is always allowed. */
export function mayFollow(from: TaskState, to: TaskState): boolean {
  return from === to || NEXT[from].includes(to)
}

export function isResting(state: TaskState): boolean {
  return RESTING.has(state)
}
