/** Leaves out the tasks whose responses the last run was reading when it fell silent, until the user wants them. */
import type { Failure } from '#contract/errors.ts'
import type { TaskEventKind } from '#contract/rules/task-events.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { TaskStore } from './task-store.ts'

interface LeftOut {
  readonly state: TaskState
  readonly kind: TaskEventKind
  readonly error: Failure
}

const LEFT_OUT: Readonly<Partial<Record<TaskState, LeftOut>>> = {
  saving: {
    state: 'unsaved',
    kind: 'unsaved',
    error: {
      code: 'unreadable_answer',
      message:
        'Atelier stopped responding while it read what the service made, so it does not read it again by itself. It was paid for: you can try again.',
      charged: 'yes',
    },
  },
  running: {
    state: 'stopped',
    kind: 'other',
    error: {
      code: 'unreadable_answer',
      message:
        'Atelier stopped responding while it read what the service says of this task, so it does not ask again by itself. It may be paid for: you can follow it again.',
      charged: 'maybe',
    },
  },
}

/** `labels` may name other things than tasks. */
export function recordLeftOut(store: Pick<TaskStore, 'find' | 'change'>, labels: readonly string[]): void {
  for (const id of labels) {
    const task = store.find(id)
    const leftOut = task && LEFT_OUT[task.state]
    if (!leftOut) continue
    const { state, kind, error } = leftOut
    store.change(id, { state, error, attempts: 0, durable: true, event: { kind, text: error.message } })
  }
}
