/** The life of a task as data: its states, which may follow which, and what may be done in each. Used by host and page. */

/**
 * `queued → sending → running → saving → saved`; the other ends are `unsaved` (paid, a file is missing), `failed`, `gone`
 * (the service no longer knows it), `rejected` (refused, and hardly ever charged), `unknown` (may have been accepted: the user
 * decides) and `stopped` (the user stopped following it).
 */
export const TASK_STATES = [
  'queued',
  'sending',
  'running',
  'saving',
  'saved',
  'unsaved',
  'failed',
  'gone',
  'rejected',
  'unknown',
  'stopped',
] as const
export type TaskState = (typeof TASK_STATES)[number]

/** What the user is told of a task that came to an end, or stopped at a question. */
export type TaskOutcome = 'done' | 'needsYou' | 'failed'

/** Other states are none: a task is on its way, or the user stopped it. */
export const TASK_OUTCOMES: Partial<Readonly<Record<TaskState, TaskOutcome>>> = {
  saved: 'done',
  unknown: 'needsYou',
  unsaved: 'needsYou',
  failed: 'failed',
  rejected: 'failed',
  gone: 'failed',
}

/** What the user may do with a task. `retry` does what `RETRIES` says. */
type TaskAction = 'decide' | 'retry' | 'stop' | 'remove' | 'move'

interface StateRule {
  readonly isOpen: boolean
  readonly next: readonly TaskState[]
  readonly actions: readonly TaskAction[]
}

const RULES: Readonly<Record<TaskState, StateRule>> = {
  // `rejected` without having been sent: the request cannot be built.
  queued: { isOpen: true, next: ['sending', 'rejected', 'stopped'], actions: ['stop', 'move'] },
  // A request that is being sent cannot be taken back.
  // `saving` where the response carried the result.
  sending: { isOpen: true, next: ['running', 'saving', 'rejected', 'unknown', 'queued'], actions: [] },
  running: { isOpen: true, next: ['saving', 'failed', 'gone', 'stopped'], actions: ['stop'] },
  // `failed` where the run made some files before it failed: they are saved.
  saving: { isOpen: true, next: ['saved', 'unsaved', 'failed', 'stopped'], actions: ['stop'] },
  saved: { isOpen: false, next: [], actions: ['remove'] },
  unsaved: { isOpen: false, next: ['saving', 'stopped'], actions: ['retry', 'stop', 'remove'] },
  failed: { isOpen: false, next: [], actions: ['retry', 'remove'] },
  gone: { isOpen: false, next: ['running', 'stopped'], actions: ['retry', 'stop', 'remove'] },
  rejected: { isOpen: false, next: [], actions: ['retry', 'remove'] },
  unknown: { isOpen: false, next: ['queued', 'running', 'stopped'], actions: ['decide', 'stop', 'remove'] },
  stopped: { isOpen: false, next: ['running'], actions: ['retry', 'remove'] },
}

/** What a retry does: saves the files again, submits a new task, or follows the task again. */
export type Retry = 'save' | 'submit' | 'follow'

const RETRIES: Readonly<Partial<Record<TaskState, Retry>>> = {
  unsaved: 'save',
  rejected: 'submit',
  failed: 'submit',
  gone: 'follow',
  stopped: 'follow',
}

interface TaskInState {
  readonly state: TaskState
  readonly remoteId?: string | undefined
}

export const OPEN_STATES: readonly TaskState[] = TASK_STATES.filter((state) => RULES[state].isOpen)

/** States in which nothing is left to decide or to save: "Clear ended" removes these. */
export const SETTLED_STATES: readonly TaskState[] = ['saved', 'failed', 'gone', 'rejected', 'stopped']

/** Whether `to` may follow `from`. Staying in a state is always allowed. */
export function mayFollow(from: TaskState, to: TaskState): boolean {
  return from === to || RULES[from].next.includes(to)
}

/** Whether Atelier still has something to do for a task in this state. */
export function isOpen(state: TaskState): boolean {
  return RULES[state].isOpen
}

/** What a retry would do with the task; null where there is nothing to retry. Following again needs a remote id. */
export function retryOf({ state, remoteId }: TaskInState): Retry | null {
  const retry = RETRIES[state] ?? null
  return retry === 'follow' && remoteId === undefined ? null : retry
}

/**
 * What the user may do with the task now.
 *
 * Removing a task that is `unknown` or `unsaved` gives up something that may have been paid for: ask first.
 */
export function actionsIn(task: TaskInState): readonly TaskAction[] {
  const { actions } = RULES[task.state]
  return retryOf(task) === null ? actions.filter((action) => action !== 'retry') : actions
}

export function mayDo(action: TaskAction, task: TaskInState): boolean {
  return actionsIn(task).includes(action)
}

export const REMOTE_STATUSES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR'] as const
export type RemoteStatus = (typeof REMOTE_STATUSES)[number]

/** The kinds of line in a task's history. The page has words for each. */
export const TASK_EVENT_KINDS = [
  // Submission.
  'queued',
  'sending',
  'accepted',
  'rejected',
  'unknown',
  'queued_again',
  'looked_up',
  'found',
  // Polling.
  'status_pending',
  'status_processing',
  'status_other',
  'error_seen',
  'missing',
  'finished',
  'failed',
  'gone',
  'unauthorized',
  'rate_limited',
  'service_unavailable',
  'service_rejected',
  'unreadable_response',
  // Saving.
  'no_file',
  'save_again',
  'left_out',
  'file_differs',
  'saved',
  'unsaved',
  'disk_full',
  'disk_error',
  // What the user decided.
  'discarded',
  'resend',
  'linked',
  'adopted',
  'followed_again',
  'stopped',
  'cancelled',
  /** Written by another version: its text says it all. */
  'other',
] as const
export type TaskEventKind = (typeof TASK_EVENT_KINDS)[number]

/** The batch that a press of the button makes: the page knows it before the host has answered. */
export function batchIdOf(pressId: string): string {
  return `batch_${pressId}`
}
