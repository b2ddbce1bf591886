/** Queue: what waits for the user on top, then every task, and the one that is open beside them. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { NameDialog } from '../../ui/name-dialog.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { DecisionCard } from './decision-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueList, type QueueListHandle } from './queue-list.tsx'
import { allTasks, rowsOf, tasksOf } from './queue-rows.ts'
import type { SortingStore } from './queue-sort.ts'
import styles from './queue-view.module.css'
import { SelectionBar } from './selection-bar.tsx'
import type { ReuseMode } from './task-actions.tsx'
import { TaskPanel } from './task-panel.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useReorder } from './use-reorder.ts'
import { useSelection } from './use-selection.ts'
import { useTaskControl } from './use-task-control.tsx'
import { stepTarget } from './waiting-order.ts'

export interface QueueViewProps {
  readonly tasks: TaskListStore
  /** What is at work, and what waits to be sent. */
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
  const { text } = useWords()
  const { bridge, queue } = useHost()
  const list = useRef<QueueListHandle>(null)
  const tasks = useStore(store, (state) => state.tasks)
  const states = useStore(store, (state) => state.states)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<Task | null>(null)
  const sort = useStore(sorting, (state) => state.sort)
  const selection = useSelection()
  const order = useReorder(open)
  const { active, waiting } = order
  const rows = useMemo(
    () => rowsOf({ tasks, active, waiting, states, unfolded, sort }),
    [tasks, active, waiting, states, unfolded, sort],
  )
  // The pages come newest first. In another order, what stands on top may be on the last one.
  const nextCursor = useStore(store, (state) => state.nextCursor)
  useEffect(() => {
    if (sort !== 'newest' && nextCursor !== null) void store.getState().loadMore()
  }, [store, sort, nextCursor])
  const listed = useMemo(() => allTasks(rows), [rows])
  // What another filter hides is not acted on unseen.
  const selected = listed.filter(({ id }) => selection.ids.has(id))
  const control = useTaskControl({
    onOpenTask: onOpen,
    onRemoved(taskId) {
      if (taskId === openId) onOpen(null)
    },
  })

  function toggle(batchId: string): void {
    const next = new Set(unfolded)
    if (!next.delete(batchId)) next.add(batchId)
    setUnfolded(next)
  }

  useQueueKeys({
    targets() {
      if (selected.length > 0) return selected
      const row = list.current?.focusedRow() ?? null
      return row === null ? listed.filter(({ id }) => id === openId) : tasksOf(row)
    },
    onRetry: control.retry,
    onStop: control.stop,
    onRemove: control.remove,
    onNext: (some) => order.moveToFront(idsOf(some)),
    onStep(some, step) {
      const ids = idsOf(some)
      const before = stepTarget(rows, ids, step)
      if (before !== undefined) order.move(ids, before)
    },
    onRename: ([first]) => first !== undefined && setRenaming(first),
    onSelectAll: () => selection.set(listed.map(({ id }) => id)),
    onPauseOrResume() {
      const { queue: state, setPaused } = queue.getState()
      if (state !== null) void setPaused(!state.paused)
    },
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

  const problem = order.problem ?? (control.problem?.taskId === openId ? null : control.problem?.message)
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <QueueBar tasks={store} sorting={sorting} />
        <Decisions decisions={decisions} onOpen={onOpen} />
        {problem != null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
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
        <Status>{order.said}</Status>
      </Hidden>
      {control.questions}
      {renaming !== null && (
        <NameDialog
          title={text('queue.batch.rename.title')}
          confirm={text('action.save')}
          initial={renaming.batchName ?? ''}
          onName={(name) => bridge.call('tasks.renameBatch', { batchId: renaming.batchId, name })}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  )
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
