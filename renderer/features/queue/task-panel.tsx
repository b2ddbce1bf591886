/** One task in full: its results, actions, history, and the service's last raw response. */
import { CircleAlert, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { sentence } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { Thumb } from '../../bridge/thumb.tsx'
import { useAnswer } from '../../bridge/use-call.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, FactList } from '../../ui/fact-list.tsx'
import { resultKind } from '#renderer/bridge/kind-icons.ts'
import parts from '../../ui/parts.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { chargedWords, retryAdvice, TaskStateLabel, useRecordWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import { TaskActions, type ReuseMode } from './task-actions.tsx'
import { TaskHistory } from './task-history.tsx'
import styles from './task-panel.module.css'
import type { TaskControl } from './task-control.ts'

export interface TaskPanelProps {
  readonly taskId: string
  readonly control: TaskControl
  onClose(): void
  onOpenAsset(assetId: string): void
  onReuse(task: Task, how: ReuseMode): void
  onNext(taskId: string): void
}

export function TaskPanel({ taskId, control, onClose, onOpenAsset, onReuse, onNext }: TaskPanelProps) {
  const { text, exact, clock } = useWords()
  const { data: task, error: problem } = useAnswer(
    'tasks.get',
    { id: taskId },
    (event) => event.name === 'task.changed' && event.data.task.id === taskId,
  )
  const slow = useDelayed(task === null && problem === null)
  return (
    <aside className={styles.panel} aria-label={text('queue.task')}>
      <header className={styles.head}>
        {task === null ? <span /> : <TaskStateLabel state={task.state} />}
        <IconButton icon={X} label={text('queue.task.close')} onPress={onClose} />
      </header>
      {slow && <Skeleton width="80%" height={120} />}
      {problem !== null && (
        <StateMessage icon={CircleAlert} tone="broken" title={text('queue.task.broken')}>
          {problem.message}
        </StateMessage>
      )}
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
          <TaskActions task={task} control={control} onReuse={onReuse} onNext={() => onNext(task.id)} />
          <FactList>
            <Fact name={text('facts.model')}>{`${task.request.provider} · ${task.request.model}`}</Fact>
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
                <span className={styles.between}>
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

/** Why it failed, whether it was charged, whether a retry can help, and how often the model succeeds. */
function Failure({ task, message }: { readonly task: Task; readonly message: string }) {
  const { text } = useWords()
  const { provider, model } = task.request
  const record = useRecordWords(task, useAnswer('models.knowledge', { provider, model }).data)
  const [charged, advice] = [chargedWords(task), retryAdvice(task)]
  return (
    <p className={styles.failure}>
      {sentence(message)}
      {charged !== null && <strong>{text(charged)}</strong>}
      {advice !== null && <span>{text(advice)}</span>}
      {record !== null && <span>{record}</span>}
    </p>
  )
}

function Raw({ title, value }: { readonly title: string; readonly value: unknown }) {
  const { text } = useWords()
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section>
      <div className={styles.between}>
        <h2>{title}</h2>
        <CopyButton label={text('action.copyText', { name: title })} value={shown} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={styles.raw} tabIndex={0} aria-label={title}>
        <pre>{shown}</pre>
      </section>
    </section>
  )
}
