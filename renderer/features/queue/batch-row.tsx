/** Several tasks of one press, folded under the batch's name. */
import { ChevronDown, ChevronRight, Pencil } from 'lucide-react'
import type { Task } from '#contract/tasks.ts'
import { thumbUrl } from '../../bridge/media.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { stateWords, TaskStateLabel } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-row.module.css'

export interface BatchRowProps {
  readonly tasks: readonly Task[]
  readonly name: string
  readonly isOpen: boolean
  readonly isTabbable: boolean
  onToggle(): void
  onRename(): void
}

export function BatchRow(props: BatchRowProps) {
  const { tasks, name, isOpen, isTabbable, onToggle, onRename } = props
  const { text, ago } = useWords()
  const now = useNow(60_000)
  const [first] = tasks
  const picture = tasks.find(({ request, assetIds }) => request.mediaType !== 'music' && assetIds.length > 0)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const models = Array.from(new Set(tasks.map(({ request }) => request.model)))
  return (
    <div className={styles.batch}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        tabIndex={isTabbable ? 0 : -1}
        data-cursor=""
        onClick={onToggle}
      >
        <span className={styles.thumb}>
          {picture === undefined ? (
            <Chevron size={18} strokeWidth={1.75} aria-hidden />
          ) : (
            <img src={thumbUrl(picture.assetIds[0] ?? '')} alt="" loading="lazy" />
          )}
          <span className={styles.more}>{tasks.length}</span>
        </span>
        <span className={styles.words}>
          <span className={styles.prompt}>{name}</span>
          <span className={styles.quiet}>
            {text('queue.batch.tasks', { count: tasks.length })} · {models.slice(0, 3).join(', ')}
            {models.length > 3 && ` +${models.length - 3}`}
          </span>
        </span>
        <States tasks={tasks} />
        <time className={styles.age}>{first !== undefined && ago(first.createdAt, now)}</time>
      </button>
      <IconButton
        icon={Pencil}
        label={text('queue.batch.rename', { name })}
        shortcut="F2"
        excludeFromTabOrder={!isTabbable}
        className={classNames(styles.rename)}
        onPress={onRename}
      />
    </div>
  )
}

/** Their states with numbers, or one state for all. */
function States({ tasks }: { readonly tasks: readonly Task[] }) {
  const { text, number } = useWords()
  const groups = Array.from(Map.groupBy(tasks, ({ state }) => state))
  const [only] = groups
  if (only !== undefined && groups.length === 1)
    return (
      <span className={styles.state}>
        <TaskStateLabel state={only[0]} />
      </span>
    )
  const words = groups.map(([state, some]) => `${number(some.length)} ${text(stateWords(state))}`)
  return <span className={classNames(styles.state, styles.states)}>{words.join(' · ')}</span>
}
