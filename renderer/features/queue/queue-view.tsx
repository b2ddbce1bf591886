/** Queue: every task, those that need a decision, and the open task. */
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import type { QueueStore } from '../../bridge/stores/queue.ts'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { NameDialog } from '../../ui/name-dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { DecisionCard } from './decision-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueList } from './queue-list.tsx'
import { allTasks, rowsOf, tasksOf, type Row } from './queue-rows.ts'
import type { SortingStore } from './queue-sort.ts'
import styles from './queue-view.module.css'
import { SelectionBar } from './selection-bar.tsx'
import type { ReuseMode } from './task-actions.tsx'
import { TaskPanel } from './task-panel.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useReorder, type Reorder } from './use-reorder.ts'
import type { QueueListHandle } from './use-list-cursor.ts'
import { useSelection, type Selection } from './use-selection.ts'
import { useTaskControl, type TaskControl } from './use-task-control.tsx'

export interface QueueViewProps {
  readonly tasks: TaskListStore
  /** Running and waiting tasks. */
  readonly open: TaskListStore
  readonly decisions: TaskListStore
  readonly sorting: SortingStore
  readonly openId: string | null
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
  const [renaming, setRenaming] = useState<Task | null>(null)
  const selection = useSelection()
  const order = useReorder(open)
  const { rows, listed, toggle } = useRows(store, sorting, order)
  // Tasks that another filter hides are not acted on.
  const selected = listed.filter(({ id }) => selection.ids.has(id))
  const control = useTaskControl({
    onOpenTask: onOpen,
    onRemoved(taskId) {
      if (taskId === openId) onOpen(null)
    },
  })

  useListKeys({
    list,
    rows,
    listed,
    selected,
    selection,
    order,
    control,
    openId,
    onOpen,
    onRename: setRenaming,
  })
  const problem = order.problem ?? (control.problem?.taskId === openId ? null : control.problem?.message)
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <QueueBar tasks={store} sorting={sorting} />
        <Decisions decisions={decisions} onOpen={onOpen} />
        {problem != null && (
          <div className={styles.problem}>
            <Problem words={problem} />
          </div>
        )}
        <QueueList
          ref={list}
          tasks={store}
          rows={rows}
          openId={openId}
          selection={selection}
          onOpen={onOpen}
          onToggle={toggle}
          onRename={setRenaming}
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
      {openId !== null && (
        <TaskPanel
          key={openId}
          taskId={openId}
          control={control}
          onClose={() => onOpen(null)}
          onOpenAsset={onOpenAsset}
          onReuse={onReuse}
          onNext={(taskId) => order.moveToFront(new Set([taskId]))}
        />
      )}
      <Hidden>
        <Status>{order.announcement}</Status>
      </Hidden>
      {control.questions}
      {renaming !== null && <RenameBatch task={renaming} onClose={() => setRenaming(null)} />}
    </div>
  )
}

/** The rows as the filter, the sort and the unfolded batches have them. */
function useRows(store: TaskListStore, sorting: SortingStore, { active, waiting }: Reorder) {
  const tasks = useStore(store, (state) => state.tasks)
  const states = useStore(store, (state) => state.states)
  const sort = useStore(sorting, (state) => state.sort)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => rowsOf({ tasks, active, waiting, states, unfolded, sort }),
    [tasks, active, waiting, states, unfolded, sort],
  )
  const listed = useMemo(() => allTasks(rows), [rows])
  // Pages come newest first. In another order, the first rows may be on the last page.
  const nextCursor = useStore(store, (state) => state.nextCursor)
  useEffect(() => {
    if (sort !== 'newest' && nextCursor !== null) void store.getState().loadMore()
  }, [store, sort, nextCursor])
  function toggle(batchId: string): void {
    const next = new Set(unfolded)
    if (!next.delete(batchId)) next.add(batchId)
    setUnfolded(next)
  }
  return { rows, listed, toggle }
}

function RenameBatch({ task, onClose }: { readonly task: Task; onClose(): void }) {
  const { text } = useWords()
  const { bridge } = useHost()
  return (
    <NameDialog
      title={text('queue.batch.rename.title')}
      confirm={text('action.save')}
      initial={task.batchName ?? ''}
      onName={(name) => bridge.call('tasks.renameBatch', { batchId: task.batchId, name })}
      onClose={onClose}
    />
  )
}

interface ListKeys extends Pick<QueueViewProps, 'openId' | 'onOpen'> {
  readonly list: RefObject<QueueListHandle | null>
  readonly rows: readonly Row[]
  readonly listed: readonly Task[]
  readonly selected: readonly Task[]
  readonly selection: Selection
  readonly order: Reorder
  readonly control: TaskControl
  onRename(task: Task): void
}

function useListKeys(keys: ListKeys): void {
  const { list, rows, listed, selected, selection, order, control, openId, onOpen, onRename } = keys
  const { queue } = useHost()
  useQueueKeys({
    targets: () => targetsOf(selected, list.current?.focusedRow() ?? null, listed, openId),
    onRetry: control.retry,
    onStop: control.stop,
    onRemove: control.remove,
    onNext: (some) => order.moveToFront(idsOf(some)),
    onStep: (some, step) => order.step(rows, idsOf(some), step),
    onRename: ([first]) => first !== undefined && onRename(first),
    onSelectAll: () => selection.set(listed.map(({ id }) => id)),
    onPauseOrResume: () => void togglePause(queue),
    onEnterList: () => list.current?.focus(openId),
    onClose() {
      if (selected.length > 0) selection.clear()
      else if (openId === null) return false
      else {
        list.current?.focus(openId)
        onOpen(null)
      }
      return true
    },
  })
}

/** What keys act on: the selection, else the row with the cursor, else the open task. */
function targetsOf(
  selected: readonly Task[],
  cursor: Row | null,
  listed: readonly Task[],
  openId: string | null,
): readonly Task[] {
  if (selected.length > 0) return selected
  return cursor === null ? listed.filter(({ id }) => id === openId) : tasksOf(cursor)
}

async function togglePause(queue: QueueStore): Promise<void> {
  const { queue: state, setPaused } = queue.getState()
  if (state !== null) await setPaused(!state.paused)
}

function idsOf(tasks: readonly Task[]): ReadonlySet<string> {
  return new Set(tasks.map(({ id }) => id))
}

function Decisions({ decisions, onOpen }: { decisions: TaskListStore; onOpen(taskId: string): void }) {
  const { text } = useWords()
  const waiting = useStore(decisions, (state) => state.tasks)
  if (waiting.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.decisions} tabIndex={0} aria-label={text('queue.decisions')}>
      {waiting.map((task) => (
        <DecisionCard key={task.id} task={task} onOpen={() => onOpen(task.id)} />
      ))}
    </section>
  )
}
