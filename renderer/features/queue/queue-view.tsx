/** Queue: every task, those that need a decision, and the open task. */
import '../../locales/queue.ts'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { useHost, useModelLabel } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { useNameDialog } from '../../ui/name-dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { SMALL, useMediaQuery } from '../../ui/use-media-query.ts'
import { Decisions } from './decisions.tsx'
import { searchTasks, type SortingStore } from './list-order.ts'
import { QueueBar } from './queue-bar.tsx'
import { QueueList } from './queue-list.tsx'
import { allTasks, rowsOf, tasksOf, type Row } from './queue-rows.ts'
import styles from './queue-view.module.css'
import { SelectionBar, type ReuseMode, useTaskMenu } from './task-actions.tsx'
import { useTaskControl, type TaskControl } from './task-control.ts'
import { TaskPanel, type TaskPanelProps } from './task-panel.tsx'
import { useSelection, type QueueListHandle, type Selection } from './use-list-cursor.ts'
import { useReorder, type Reorder } from './waiting-order.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import { isPaused } from '#renderer/bridge/stores/queue.ts'
import u from '#renderer/ui/utilities.module.css'

export interface QueueViewProps {
  readonly tasks: TaskListStore
  /** Running and waiting tasks. */
  readonly open: TaskListStore
  readonly decisions: TaskListStore
  readonly sorting: SortingStore
  readonly openId: string | null
  /** Why something that was asked for here was not sent. */
  readonly problem: string | null
  /** null closes the open task. */
  onOpen(taskId: string | null): void
  onOpenAsset(assetId: string): void
  /** Back to the form with it. */
  onReuse(task: Task, how: ReuseMode): void
  onCreate(): void
}

export function QueueView(props: QueueViewProps) {
  const { tasks: store, open, decisions, sorting, openId, onOpen, onOpenAsset, onReuse, onCreate } = props
  const list = useRef<QueueListHandle>(null)
  const rename = useRename()
  const selection = useSelection()
  const order = useReorder(open)
  const undecided = useUndecided(decisions, sorting)
  const { rows, toggle } = useRows(store, sorting, order, undecided)
  const close = useClose(list, openId, onOpen)
  const listed = useMemo(() => allTasks(rows), [rows])
  // Tasks that another filter hides are not acted on.
  const selected = listed.filter(({ id }) => selection.ids.has(id))
  const control = useTaskControl({
    onOpenTask: onOpen,
    onRemoved: (taskId) => taskId === openId && onOpen(null),
  })
  const taskMenu = useTaskMenu({
    selected,
    control,
    onOpen,
    onNext: (some) => order.moveToFront(idsOf(some)),
    onRename: rename,
    onReuse,
  })
  useQueueKeys({ list, rows, listed, undecided, selected, selection, order, control, rename, openId, close })
  const problem =
    props.problem ?? order.problem ?? (control.problem?.taskId === openId ? null : control.problem?.message)
  return (
    <div className={classNames(u.flex, u.tall)}>
      <div className={classNames(u.column, u.grow, u.narrows)}>
        <QueueBar tasks={store} sorting={sorting} />
        <Decisions tasks={undecided} onOpen={onOpen} />
        {problem != null && (
          <div className={classNames(u.rigid, u.lineAbove, styles.problem)}>
            <Problem message={problem} />
          </div>
        )}
        <QueueList
          ref={list}
          tasks={store}
          sorting={sorting}
          rows={rows}
          isContinued={undecided.length > 0}
          openId={openId}
          selection={selection}
          onOpen={onOpen}
          onToggle={toggle}
          onRename={rename}
          onMenu={taskMenu.openAt}
          onMove={order.move}
          onCreate={onCreate}
        />
        {selected.length > 0 && (
          <SelectionBar
            tasks={selected}
            control={control}
            onNext={() => order.moveToFront(idsOf(selected))}
            onClear={selection.clear}
          />
        )}
      </div>
      <OpenTask
        taskId={openId}
        control={control}
        onClose={close}
        onSmall={() => onOpen(null)}
        onOpenAsset={onOpenAsset}
        onReuse={onReuse}
        onNext={(taskId) => order.moveToFront(new Set([taskId]))}
      />
      {taskMenu.menu}
      <Hidden>
        <Status>{order.announcement}</Status>
      </Hidden>
    </div>
  )
}

interface OpenTaskProps extends Omit<TaskPanelProps, 'taskId'> {
  readonly taskId: string | null
  /** There is no room for it beside the list any more. */
  onSmall(): void
}

/** Beside the list, or over it where there is no room. */
function OpenTask({ taskId, onSmall, ...panel }: OpenTaskProps) {
  const { text } = useFormatter()
  const isSmall = useMediaQuery(SMALL)
  const before = useRef(isSmall)
  useEffect(() => {
    if (isSmall && !before.current && taskId !== null) onSmall()
    before.current = isSmall
  })
  if (taskId === null) return null
  const shown = <TaskPanel key={taskId} taskId={taskId} {...panel} />
  return isSmall ? (
    <Sheet title={text('queue.task')} onClose={panel.onClose}>
      {shown}
    </Sheet>
  ) : (
    shown
  )
}

/** Those that need a decision, as far as they are searched for. */
function useUndecided(decisions: TaskListStore, sorting: SortingStore): readonly Task[] {
  const { tasks } = useStore(decisions)
  const { search, agentId } = useStore(sorting)
  const labelOf = useModelLabel()
  return useMemo(() => searchTasks(tasks, { search, agentId }, labelOf), [tasks, search, agentId, labelOf])
}

/** The rows as the filter, the sort and the unfolded batches have them, without what stands above the list. */
function useRows(
  store: TaskListStore,
  sorting: SortingStore,
  { active, waiting }: Reorder,
  above: readonly Task[],
) {
  const { tasks, states, nextCursor } = useStore(store)
  const { sort, search, agentId } = useStore(sorting)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const labelOf = useModelLabel()
  const rows = useMemo(() => {
    const found = (some: readonly Task[]): readonly Task[] => searchTasks(some, { search, agentId }, labelOf)
    const isAbove = new Set(above.map(({ id }) => id))
    const below = tasks.filter(({ id }) => !isAbove.has(id))
    const sources = { tasks: found(below), active: found(active), waiting: found(waiting) }
    return rowsOf({ ...sources, states, unfolded, sort })
  }, [tasks, active, waiting, states, unfolded, sort, search, agentId, above, labelOf])
  // Pages come newest first. What is searched, or first in another order, may be on the last page.
  const needsAll = sort !== 'newest' || search.trim() !== '' || agentId !== null
  useEffect(() => {
    if (needsAll && nextCursor !== null) void store.loadMore()
  }, [store, needsAll, nextCursor])
  function toggle(batchId: string): void {
    const next = new Set(unfolded)
    if (!next.delete(batchId)) next.add(batchId)
    setUnfolded(next)
  }
  return { rows, toggle }
}

function useRename(): (task: Task) => void {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const askName = useNameDialog()
  return ({ batchId, batchName = '' }) =>
    askName({
      title: text('queue.batch.rename.title'),
      confirm: text('action.save'),
      initial: batchName,
      onName: (name) => bridge.call('tasks.renameBatch', { batchId, name }),
    })
}

/** Closes the open task. The cursor goes to its row once that is shown: a small window hides it until then. */
function useClose(
  list: RefObject<QueueListHandle | null>,
  openId: string | null,
  onOpen: QueueViewProps['onOpen'],
): () => void {
  const closed = useRef<string | null>(null)
  useEffect(() => {
    if (openId === null && closed.current !== null) list.current?.focus(closed.current)
    closed.current = null
  }, [list, openId])
  return () => {
    closed.current = openId
    onOpen(null)
  }
}

interface QueueKeys extends Pick<QueueViewProps, 'openId'> {
  readonly list: RefObject<QueueListHandle | null>
  readonly rows: readonly Row[]
  readonly listed: readonly Task[]
  readonly undecided: readonly Task[]
  readonly selected: readonly Task[]
  readonly selection: Selection
  readonly order: Reorder
  readonly control: TaskControl
  rename(task: Task): void
  close(): void
}

/** For what is selected, or else the task with the cursor, or else the open one. */
function useQueueKeys(queue: QueueKeys): void {
  const { list, rows, listed, undecided, selected, selection, order, control, rename, openId } = queue
  const { queue: store } = useHost()
  function targets(): readonly Task[] {
    if (selected.length > 0) return selected
    const row = list.current?.focusedRow() ?? null
    return row === null ? [...listed, ...undecided].filter(({ id }) => id === openId) : tasksOf(row)
  }
  /** Has nothing to do where there is nothing to act on. */
  const on = (act: (tasks: readonly Task[]) => void) => (): boolean => {
    const tasks = targets()
    if (tasks.length > 0) act(tasks)
    return tasks.length > 0
  }
  const step = (direction: 1 | -1) => on((tasks) => order.step(rows, idsOf(tasks), direction))
  const remove = on((tasks) => control.act('remove', tasks))
  function enterList(): boolean {
    if (document.activeElement !== document.body) return false
    list.current?.focus(openId)
    return true
  }
  function leave(): boolean {
    if (selected.length > 0) selection.clear()
    else if (openId === null) return false
    else queue.close()
    return true
  }
  useKeys({
    r: on((tasks) => control.act('retry', tasks)),
    s: on((tasks) => control.act('stop', tasks)),
    delete: remove,
    backspace: remove,
    n: on((tasks) => order.moveToFront(idsOf(tasks))),
    f2: on(([first]) => first !== undefined && rename(first)),
    p: () => void store.setPaused(!isPaused(store.getState().queue)),
    'alt+arrowup': step(-1),
    'alt+arrowdown': step(1),
    arrowup: enterList,
    arrowdown: enterList,
    'ctrl+a': () => selection.add(listed.map(({ id }) => id)),
    escape: leave,
    '/': focusSearch,
    'ctrl+f': focusSearch,
  })
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus()
}

function idsOf(tasks: readonly Task[]): ReadonlySet<string> {
  return new Set(tasks.map(({ id }) => id))
}
