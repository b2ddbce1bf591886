/** The states of a task, and what they allow. */
/**
 * The life of a task. `queued → sending → running → saving → saved`; the others are its other ends:
 * `unsaved` (paid, a file is missing), `failed`, `gone` (the service no longer knows it), `rejected` (refused, nothing
 * charged), `unknown` (may have been accepted: the user decides), `stopped` (the user stopped following it).
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

/** States in which Atelier still has something to do for the task. */
export const OPEN_STATES = ['queued', 'sending', 'running', 'saving'] as const satisfies readonly TaskState[]

export const REMOTE_STATUSES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR'] as const

export type RemoteStatus = (typeof REMOTE_STATUSES)[number]
