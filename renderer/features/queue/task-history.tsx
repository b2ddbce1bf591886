/** What happened to a task and when, to the second, in the reader's words. */
import { Fragment } from 'react'
import type { TaskEventKind } from '#contract/rules/task-states.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import { dayOf } from '../../ui/days.ts'
import { useWords, type MessageId } from '../../ui/text.ts'
import styles from './task-panel.module.css'

/** What each kind is called, and whether the host's own sentence adds something to it. null: that sentence says it all. */
export const HISTORY_WORDS = {
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

export function TaskHistory({ task }: { readonly task: TaskDetail }) {
  const { text, clock, day, exact } = useWords()
  const { history, remoteId, assetIds } = task
  return (
    <section>
      <h2>{text('queue.task.history')}</h2>
      <ol className={styles.history}>
        {history.map((entry, index) => {
          const before = history[index - 1]
          const isNewDay = dayOf(entry.at) !== dayOf(before?.at ?? task.createdAt)
          const [id, which] = HISTORY_WORDS[entry.kind]
          return (
            <Fragment key={`${entry.at}:${entry.kind}:${entry.text}`}>
              {isNewDay && <li className={styles.day}>{day(dayOf(entry.at))}</li>}
              <li className={styles.entry}>
                <time dateTime={new Date(entry.at).toISOString()} title={exact(entry.at)}>
                  {clock(entry.at)}
                </time>
                <span>
                  {id !== null && text(id, { id: remoteId ?? '', files: assetIds.length })}
                  {which === 'with its text' && (
                    <span className={id === null ? '' : styles.detail}>{entry.text}</span>
                  )}
                </span>
              </li>
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}
