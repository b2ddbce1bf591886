/** The kinds of line in a task's history. The page has words for each. */
export const TASK_EVENT_KINDS = [
  // Submission.
  'queued',
  'sending',
  'accepted',
  'rejected',
  'unknown',
  'queued_again',
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
  /** Written by another version: its text says it all. */
  'other',
] as const
export type TaskEventKind = (typeof TASK_EVENT_KINDS)[number]
