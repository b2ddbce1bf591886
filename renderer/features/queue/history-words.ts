/** A task's history in the reader's words. */
import type { TaskEventKind } from '#contract/rules/task-events.ts'
import type { Task, TaskEvent } from '#contract/tasks.ts'
import type { MessageId } from '../../ui/text.ts'

/** What each kind is called, and whether the host's own sentence adds something to it. null: that sentence says it all. */
const WORDS = {
  queued: ['history.queued', 'alone'],
  sending: ['history.sending', 'alone'],
  accepted: ['history.accepted', 'alone'],
  rejected: ['history.rejected', 'with its text'],
  unknown: ['history.unknown', 'with its text'],
  queued_again: ['history.queuedAgain', 'with its text'],
  status_pending: ['history.statusPending', 'alone'],
  status_processing: ['history.statusProcessing', 'alone'],
  status_other: ['history.statusOther', 'with its text'],
  error_seen: ['history.errorSeen', 'alone'],
  missing: ['history.missing', 'with its text'],
  finished: ['history.finished', 'alone'],
  failed: ['history.failed', 'with its text'],
  gone: ['history.gone', 'with its text'],
  unauthorized: ['history.unauthorized', 'with its text'],
  rate_limited: ['history.rateLimited', 'with its text'],
  service_unavailable: ['history.unavailable', 'with its text'],
  service_rejected: ['history.pollRefused', 'with its text'],
  unreadable_response: ['history.unreadable', 'with its text'],
  no_file: ['history.noFile', 'alone'],
  save_again: ['history.saveAgain', 'with its text'],
  left_out: ['history.leftOut', 'with its text'],
  file_differs: ['history.fileDiffers', 'with its text'],
  saved: ['history.saved', 'alone'],
  unsaved: ['history.unsaved', 'with its text'],
  disk_full: ['history.disk', 'with its text'],
  disk_error: ['history.disk', 'with its text'],
  discarded: ['history.discarded', 'alone'],
  resend: ['history.resend', 'alone'],
  linked: ['history.linked', 'alone'],
  adopted: ['history.linked', 'alone'],
  followed_again: ['history.followedAgain', 'alone'],
  stopped: ['history.stopped', 'alone'],
  other: [null, 'with its text'],
} as const satisfies Record<TaskEventKind, readonly [MessageId | null, 'alone' | 'with its text']>

export interface HistoryWords {
  /** null: the host's sentence says it all. */
  readonly id: MessageId | null
  /** The remote id and the number of files, for the messages that name them. */
  readonly values: { readonly id: string; readonly files: number }
  readonly detail: string | null
}

export function historyWords(
  { kind, text }: TaskEvent,
  task: Pick<Task, 'remoteId' | 'assetIds'>,
): HistoryWords {
  const [id, which] = WORDS[kind]
  return {
    id,
    values: { id: task.remoteId ?? '', files: task.assetIds.length },
    detail: which === 'alone' ? null : text,
  }
}
