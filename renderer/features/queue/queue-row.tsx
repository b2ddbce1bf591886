/** The rows of the list: sections, folded batches, and tasks. */
import { ChevronDown, ChevronRight, GripVertical, Pencil, type Icon } from '#renderer/icons.tsx'
import type { DragEvent, ReactNode } from 'react'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHostState, useIsFree, useModelLabel } from '../../bridge/host.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { MEDIA_ICONS, resultKind, Thumb } from '#renderer/bridge/thumb.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { Progress as ProgressLine } from '../../ui/progress.tsx'
import { stateMessage, TaskStateLabel, useEtaText } from '../../ui/task-state.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-list.module.css'
import { tasksOf, type Row } from './queue-rows.ts'
import type { Selection } from './use-list-cursor.ts'
import u from '#renderer/ui/utilities.module.css'

export interface RowActions {
  readonly openId: string | null
  readonly selection: Selection
  onOpen(taskId: string): void
  onToggle(batchId: string): void
  onRename(task: Task): void
}

export interface QueueRowProps extends RowActions {
  readonly row: Row
  readonly isTabbable: boolean
  onDragStart(event: DragEvent): void
  onDragEnd(): void
}

export function QueueRow(props: QueueRowProps) {
  const { row, openId, selection, onDragStart, onDragEnd } = props
  const { text } = useFormatter()
  if (row.kind === 'section') {
    if (row.section === 'listed') return null
    return (
      <div className={classNames(u.flex, u.gap8, u.sizeControl, u.bold, styles.section)}>
        <h2>{text(`queue.section.${row.section}`, { count: row.count })}</h2>
        {row.section === 'next' && <span className={parts.line}>{text('queue.section.next.hint')}</span>}
      </div>
    )
  }
  const tasks = tasksOf(row)
  const [first] = tasks
  if (first === undefined) return null
  const ids = tasks.map(({ id }) => id)
  const name = (row.kind === 'batch' ? row.name : undefined) ?? first.request.prompt ?? text('task.noPrompt')
  const isSelected = ids.every((id) => selection.ids.has(id))
  const holdsOpenTask = openId !== null && ids.includes(openId) && !(row.kind === 'batch' && row.isOpen)
  return (
    <div
      className={classNames(
        styles.frame,
        (isSelected || holdsOpenTask) && styles.current,
        selection.ids.size > 0 && styles.selecting,
        row.kind === 'task' && row.isNested && styles.nested,
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click leaves the cursor on its row */}
      <label className={classNames(u.centered, styles.box)} onMouseDown={(event) => event.preventDefault()}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={-1}
          onChange={() => selection.toggle(ids)}
          aria-label={text('queue.select', { name })}
        />
      </label>
      {row.kind === 'batch' ? (
        <BatchRow {...props} row={row} name={name} first={first} />
      ) : (
        <TaskRow {...props} task={row.task} />
      )}
      {row.section === 'next' && (
        <span
          className={classNames(u.centered, u.quiet, styles.handle)}
          draggable
          title={text('queue.drag')}
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
        >
          <GripVertical size={16} aria-hidden />
        </span>
      )}
    </div>
  )
}

function TaskRow({ task, openId, isTabbable, onOpen }: QueueRowProps & { readonly task: Task }) {
  const { text } = useFormatter()
  const now = useNow(isOpen(task.state) ? 1_000 : 60_000)
  const { request, assetIds } = task
  const labelOf = useModelLabel()
  const isFree = useIsFree(task.profileId)
  return (
    <a
      className={styles.line}
      tabIndex={isTabbable ? 0 : -1}
      data-cursor=""
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(task.id)
      }}
      href={`#/queue/${encodeURIComponent(task.id)}`}
      {...(task.id === openId ? { 'aria-current': 'true' as const } : {})}
    >
      <Line
        icon={MEDIA_ICONS[request.mediaType]}
        task={task}
        count={assetIds.length > 1 ? assetIds.length : null}
        name={request.prompt ?? text('task.noPrompt')}
        note={
          <>
            {task.error === undefined ? labelOf(request.model, request.provider) : task.error.message}
            {task.batchName !== undefined && task.batchName !== request.prompt && ` · ${task.batchName}`}
            <AgentName task={task} />
          </>
        }
        now={now}
      >
        <span className={styles.state}>
          <TaskStateLabel state={task.state} isFree={isFree} />
          <Progress task={task} now={now} />
        </span>
      </Line>
    </a>
  )
}

/** Whose request it was, where it was not the user's own. */
function AgentName({ task: { agentId } }: { readonly task: Task }) {
  const { text } = useFormatter()
  const name = useHostState('agents', ({ items }) => items.find(({ id }) => id === agentId)?.name)
  if (agentId === undefined) return null
  return (
    <bdi>
      {' '}
      · {name === undefined ? text('queue.byRemoved') : text('queue.by', { name: visibleName(name) })}
    </bdi>
  )
}

/** How long it has been at work, and what is left where that is known. */
function Progress({ task, now }: { readonly task: Task; readonly now: number }) {
  const { text, duration, clock } = useFormatter()
  const eta = useEtaText(task, now)
  const fraction = useHostState('progress', (state) => state[task.id]?.fraction)
  if (task.state === 'queued' && task.notBefore !== undefined && task.notBefore > now)
    return <span className={styles.note}>{text('task.notBefore', { clock: clock(task.notBefore) })}</span>
  if (task.state !== 'running') return null
  if (fraction !== undefined)
    return <span className={styles.note}>{text('task.done', { percent: Math.round(fraction * 100) })}</span>
  return <span className={styles.note}>{eta ?? duration(now - (task.sentAt ?? task.createdAt))}</span>
}

interface BatchRowProps extends QueueRowProps {
  readonly row: Extract<Row, { kind: 'batch' }>
  readonly name: string
  readonly first: Task
}

/** Several tasks of one press, folded under the batch's name. */
function BatchRow({ row, name, first, isTabbable, onToggle, onRename }: BatchRowProps) {
  const { tasks, isOpen: isUnfolded, batchId } = row
  const { text, names } = useFormatter()
  const now = useNow(60_000)
  const labelOf = useModelLabel()
  const models = Array.from(new Set(tasks.map(({ request }) => labelOf(request.model, request.provider))))
  return (
    <div className={classNames(u.relative, u.narrows, styles.batch)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isUnfolded}
        tabIndex={isTabbable ? 0 : -1}
        data-cursor=""
        onClick={() => onToggle(batchId)}
      >
        <Line
          icon={isUnfolded ? ChevronDown : ChevronRight}
          task={tasks.find((task) => shownAsset(task) !== undefined) ?? first}
          count={tasks.length}
          name={name}
          note={
            <>
              {text('queue.batch.tasks', { count: tasks.length })} · {names(models.slice(0, 3))}
              {models.length > 3 && ` +${models.length - 3}`}
              <AgentName task={first} />
            </>
          }
          now={now}
        >
          <States tasks={tasks} />
          {tasks.some(({ state }) => isOpen(state)) && (
            <span className={styles.progress}>
              <ProgressLine
                label={text('queue.batch.progress', { name })}
                done={tasks.filter(({ state }) => !isOpen(state)).length}
                total={tasks.length}
              />
            </span>
          )}
        </Line>
      </button>
      <IconButton
        icon={Pencil}
        label={text('queue.batch.rename', { name })}
        shortcut="F2"
        excludeFromTabOrder={!isTabbable}
        className={classNames(styles.rename)}
        onPress={() => onRename(first)}
      />
    </div>
  )
}

/** Their states with numbers, or one state for all. */
function States({ tasks }: { readonly tasks: readonly Task[] }) {
  const { text, number } = useFormatter()
  const isFree = useIsFree(tasks[0]?.profileId ?? null)
  const groups = Array.from(Map.groupBy(tasks, ({ state }) => state))
  const [only] = groups
  if (only !== undefined && groups.length === 1)
    return (
      <span className={styles.state}>
        <TaskStateLabel state={only[0]} isFree={isFree} />
      </span>
    )
  const counts = groups.map(([state, some]) => `${number(some.length)} ${text(stateMessage(state, isFree))}`)
  return (
    <span className={classNames(styles.state, u.clip, u.quiet, styles.states)}>{counts.join(' · ')}</span>
  )
}

interface LineProps {
  /** Where the task has no result that can be shown. */
  readonly icon: Icon
  readonly task: Task
  readonly count: number | null
  readonly name: string
  readonly note: ReactNode
  readonly now: number
  readonly children: ReactNode
}

function Line({ icon: Icon, task, count, name, note, now, children }: LineProps) {
  const { ago } = useFormatter()
  const assetId = shownAsset(task)
  return (
    <>
      <span className={classNames(u.centered, u.relative, u.clip, u.corner4, u.well, u.quiet, styles.thumb)}>
        {assetId === undefined ? (
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        ) : (
          <Thumb id={assetId} name="" kind={resultKind(task)} />
        )}
        {count !== null && <span className={styles.more}>{count}</span>}
      </span>
      <span className={styles.text}>
        <span className={parts.line}>{name}</span>
        <span className={classNames(parts.line, styles.note)}>{note}</span>
      </span>
      {children}
      <time className={styles.age}>{ago(task.createdAt, now)}</time>
    </>
  )
}

function shownAsset(task: Task): string | undefined {
  return resultKind(task) === 'audio' ? undefined : task.assetIds[0]
}
