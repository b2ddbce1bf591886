/** One task in full: its results, actions, history, and the service's last raw response. */
import { X } from '#renderer/icons.tsx'
import { Button as AriaButton } from 'react-aria-components'
import { Fragment } from 'react'
import parts from '#renderer/ui/parts.module.css'
import type { Task, TaskDetail } from '#contract/tasks.ts'
import { useIsFree, useModelLabel } from '#renderer/bridge/host.tsx'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { Fact, FactList } from '#renderer/ui/fact-list.tsx'
import { resultKind, Thumb } from '#renderer/bridge/thumb.tsx'
import { Skeleton } from '#renderer/ui/skeleton.tsx'
import { Broken } from '#renderer/ui/state-message.tsx'
import { retryAdvice, TaskStateLabel, useRecordText } from '#renderer/ui/task-state.tsx'
import { useFormatter, type MessageId } from '#renderer/ui/text.ts'
import { useDelayed } from '#renderer/ui/use-delayed.ts'
import type { TaskEventKind } from '#contract/rules/task-states.ts'
import { dayOf } from '#renderer/ui/days.ts'
import { DecisionChoices } from './decision-choices.tsx'
import styles from './task-panel.module.css'
import { TaskActions, type ReuseMode } from './task-actions.tsx'
import type { TaskControl } from './task-control.ts'
import u from '#renderer/ui/utilities.module.css'

export interface TaskPanelProps {
  readonly taskId: string
  readonly control: TaskControl
  onClose(): void
  onOpenAsset(assetId: string): void
  onReuse(task: Task, how: ReuseMode): void
  onNext(taskId: string): void
}

export function TaskPanel({ taskId, control, onClose, onOpenAsset, onReuse, onNext }: TaskPanelProps) {
  const { text, exact, clock } = useFormatter()
  const { data: task, error: problem } = useQuery(
    'tasks.get',
    { id: taskId },
    (event) => event.name === 'task.changed' && event.data.task.id === taskId,
  )
  const isFree = useIsFree(task?.profileId ?? null)
  const labelOf = useModelLabel()
  const slow = useDelayed(task === null && problem === null)
  return (
    <aside className={classNames(u.rigid, u.scrollDown, styles.panel)} aria-label={text('queue.task')}>
      <header className={classNames(u.alignCenter, u.between, styles.head)}>
        {task === null ? <span /> : <TaskStateLabel state={task.state} isFree={isFree} />}
        <IconButton icon={X} label={text('queue.task.close')} className={styles.close} onPress={onClose} />
      </header>
      {slow && <Skeleton width="80%" height={120} />}
      {problem !== null && <Broken title={text('queue.task.broken')}>{problem.message}</Broken>}
      {task !== null && (
        <div className={styles.body}>
          {task.assetIds.length > 0 && (
            <div className={styles.results}>
              {task.assetIds.map((id) => (
                <AriaButton key={id} className={classNames(styles.result)} onPress={() => onOpenAsset(id)}>
                  <Thumb
                    id={id}
                    name={task.request.prompt ?? text('gallery.untitled')}
                    kind={resultKind(task)}
                  />
                </AriaButton>
              ))}
            </div>
          )}
          <p className={styles.prompt}>{task.request.prompt ?? text('task.noPrompt')}</p>
          {task.request.provenance?.template !== undefined && (
            <p className={parts.quiet}>
              {text('queue.task.template', { template: task.request.provenance.template })}
            </p>
          )}
          {task.error !== undefined && <Failure task={task} message={task.error.message} />}
          {task.state === 'unknown' && (
            <DecisionChoices kind="unknown" task={task} price={isFree ? 'free' : 'charged'} />
          )}
          <TaskActions task={task} control={control} onReuse={onReuse} onNext={() => onNext(task.id)} />
          <FactList>
            <Fact
              name={text('facts.model')}
            >{`${task.request.provider} · ${labelOf(task.request.model, task.request.provider)}`}</Fact>
            <Fact name={text('facts.scene')}>{text(`scene.${task.request.scene}`)}</Fact>
            <Fact name={text('queue.task.created')}>{exact(task.createdAt)}</Fact>
            {task.state === 'queued' && task.notBefore !== undefined && (
              <Fact name={text('queue.task.waits')}>
                {text('task.notBefore', { clock: clock(task.notBefore) })}
              </Fact>
            )}
            <Fact name={text('queue.task.polls')}>
              {text('queue.task.polls.times', { count: task.polls })}
            </Fact>
            {task.remoteId !== undefined && (
              <Fact name={text('queue.task.remoteId')}>
                <span className={classNames(u.row, u.between)}>
                  <code>{task.remoteId}</code>
                  <CopyButton label={text('queue.task.copyId')} value={task.remoteId} />
                </span>
              </Fact>
            )}
          </FactList>
          <TaskHistory task={task} />
          <Raw title={text('queue.task.sent')} value={task.request} />
          {task.lastResponse !== null && (
            <Raw title={text('queue.task.response')} value={task.lastResponse} />
          )}
        </div>
      )}
    </aside>
  )
}

/** Why it failed, whether a retry can help, and how often the model succeeds. */
function Failure({ task, message }: { readonly task: Task; readonly message: string }) {
  const { text } = useFormatter()
  const { provider, model } = task.request
  const record = useRecordText(task, useQuery('models.knowledge', { provider, model }).data)
  const isFree = useIsFree(task.profileId)
  const advice = retryAdvice(task, isFree)
  return (
    <p className={classNames(u.breaks, u.selectable, styles.failure)}>
      {message}
      {advice !== null && <span>{text(advice)}</span>}
      {record !== null && <span>{record}</span>}
    </p>
  )
}

function Raw({ title, value }: { readonly title: string; readonly value: unknown }) {
  const { text } = useFormatter()
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section>
      <div className={classNames(u.row, u.between)}>
        <h2>{title}</h2>
        <CopyButton label={text('action.copyText', { name: title })} value={shown} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={classNames(u.scroll, u.corner, u.well, styles.raw)} tabIndex={0} aria-label={title}>
        <pre>{shown}</pre>
      </section>
    </section>
  )
}

/** What each kind is called; null where its message says it all. */
export const HISTORY_MESSAGES = {
  queued: 'history.queued',
  sending: 'history.sending',
  accepted: 'history.accepted',
  rejected: 'history.rejected',
  unknown: 'history.unknown',
  queued_again: 'history.queuedAgain',
  looked_up: 'history.lookedUp',
  found: 'history.found',
  status_pending: 'history.statusPending',
  status_processing: 'history.statusProcessing',
  status_other: 'history.statusOther',
  error_seen: 'history.errorSeen',
  missing: 'history.missing',
  finished: 'history.finished',
  failed: 'history.failed',
  gone: 'history.gone',
  unauthorized: 'history.unauthorized',
  rate_limited: 'history.rateLimited',
  service_unavailable: 'history.unavailable',
  service_rejected: 'history.pollRefused',
  unreadable_response: 'history.unreadable',
  no_file: 'history.noFile',
  save_again: 'history.saveAgain',
  left_out: 'history.notDownloaded',
  file_differs: 'history.fileDiffers',
  saved: 'history.saved',
  unsaved: 'history.unsaved',
  disk_full: 'history.disk',
  disk_error: 'history.disk',
  discarded: 'history.discarded',
  resend: 'history.resend',
  linked: 'history.linked',
  adopted: 'history.linked',
  followed_again: 'history.followedAgain',
  stopped: 'history.stopped',
  cancelled: 'history.cancelled',
  other: null,
} as const satisfies Record<TaskEventKind, MessageId | null>

/** What happened to a task and when, to the second, in the reader's words. */
function TaskHistory({ task }: { readonly task: TaskDetail }) {
  const { text, clock, day, exact } = useFormatter()
  const { history, remoteId, assetIds } = task
  return (
    <section>
      <h2>{text('queue.task.history')}</h2>
      <ol className={styles.history}>
        {history.map((entry, index) => {
          const before = history[index - 1]
          const isNewDay = dayOf(entry.at) !== dayOf(before?.at ?? task.createdAt)
          const id = HISTORY_MESSAGES[entry.kind]
          return (
            <Fragment key={`${entry.at}:${entry.kind}:${entry.message?.text}`}>
              {isNewDay && <li className={styles.day}>{day(dayOf(entry.at))}</li>}
              <li className={classNames(u.gap8, u.breaks, u.selectable, styles.entry)}>
                <time dateTime={new Date(entry.at).toISOString()} title={exact(entry.at)}>
                  {clock(entry.at)}
                </time>
                <span>
                  {id !== null && text(id, { id: remoteId ?? '', files: assetIds.length })}
                  {entry.message && (
                    <span className={id === null ? '' : styles.detail}>{entry.message.text}</span>
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
