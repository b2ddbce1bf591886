/** One task as a row. */
import { AudioLines, Film, Image, User } from 'lucide-react'
import { memo } from 'react'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { thumbUrl } from '../../bridge/media.ts'
import { chargedWords, TaskStateLabel, useEtaWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-row.module.css'

const ICONS = { image: Image, video: Film, character: User, music: AudioLines } as const

export interface QueueRowProps {
  readonly task: Task
  readonly isCurrent: boolean
  readonly isTabbable: boolean
  onOpen(taskId: string): void
}

export const QueueRow = memo(function QueueRow({ task, isCurrent, isTabbable, onOpen }: QueueRowProps) {
  const { text, ago } = useWords()
  const now = useNow(isOpen(task.state) ? 1_000 : 60_000)
  const { request, assetIds } = task
  const [assetId] = assetIds
  const Icon = ICONS[request.mediaType]
  const charged = chargedWords(task)
  return (
    <a
      className={styles.row}
      tabIndex={isTabbable ? 0 : -1}
      data-cursor=""
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(task.id)
      }}
      href={`#/queue/${encodeURIComponent(task.id)}`}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <span className={styles.thumb}>
        {assetId === undefined || request.mediaType === 'music' ? (
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        ) : (
          <img src={thumbUrl(assetId)} alt="" loading="lazy" />
        )}
        {assetIds.length > 1 && <span className={styles.more}>{assetIds.length}</span>}
      </span>
      <span className={styles.words}>
        <span className={styles.prompt}>{request.prompt ?? text('task.noPrompt')}</span>
        <span className={styles.quiet}>
          {task.error === undefined ? request.model : task.error.message}
          {charged !== null && ` ${text(charged)}`}
          {task.batchName !== undefined && ` · ${task.batchName}`}
        </span>
      </span>
      <span className={styles.state}>
        <TaskStateLabel state={task.state} />
        <Progress task={task} now={now} />
      </span>
      <time className={styles.age}>{ago(task.createdAt, now)}</time>
    </a>
  )
})

/** How long it has been at work, and what is left where that is known. */
function Progress({ task, now }: { readonly task: Task; readonly now: number }) {
  const { text, duration, clock } = useWords()
  const eta = useEtaWords(task, now)
  if (task.state === 'queued' && task.notBefore !== undefined && task.notBefore > now)
    return <span className={styles.quiet}>{text('task.notBefore', { clock: clock(task.notBefore) })}</span>
  if (task.state !== 'running') return null
  return <span className={styles.quiet}>{eta ?? duration(now - (task.sentAt ?? task.createdAt))}</span>
}
