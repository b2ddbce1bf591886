/** Queue: what waits for the user on top, then every task, and the one that is open beside them. */
import { useRef } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/task.ts'
import { useHost } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { useWords } from '../../ui/text.ts'
import { DecisionCard } from './decision-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueList, type QueueListHandle } from './queue-list.tsx'
import styles from './queue-view.module.css'
import { TaskPanel } from './task-panel.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import { useTaskControl } from './use-task-control.tsx'

export interface QueueViewProps {
  readonly tasks: TaskListStore
  readonly decisions: TaskListStore
  readonly openId: string | null
  /** null closes the open task. */
  onOpen(taskId: string | null): void
  onOpenAsset(assetId: string): void
  onEdit(task: Task): void
  onCreate(): void
}

export function QueueView(props: QueueViewProps) {
  const { tasks, decisions, openId, onOpen, onOpenAsset, onEdit, onCreate } = props
  const { queue } = useHost()
  const list = useRef<QueueListHandle>(null)
  const control = useTaskControl({
    onOpenTask: onOpen,
    onRemoved(taskId) {
      if (taskId === openId) onOpen(null)
    },
  })

  useQueueKeys({
    target() {
      const id = list.current?.focusedId() ?? openId
      return tasks.getState().tasks.find((task) => task.id === id) ?? null
    },
    onRetry: control.retry,
    onStop: control.stop,
    onRemove: control.remove,
    onPauseOrResume() {
      const { queue: state, setPaused } = queue.getState()
      if (state !== null) void setPaused(!state.paused)
    },
    onEnterList: () => list.current?.focus(openId),
    onClose() {
      if (openId === null) return false
      list.current?.focus(openId)
      onOpen(null)
      return true
    },
  })

  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <QueueBar tasks={tasks} />
        <Decisions decisions={decisions} onOpen={onOpen} />
        {control.problem !== null && control.problem.taskId !== openId && (
          <p role="alert" className={styles.problem}>
            {control.problem.message}
          </p>
        )}
        <QueueList ref={list} tasks={tasks} openId={openId} onOpen={onOpen} onCreate={onCreate} />
      </div>
      {openId !== null && (
        <TaskPanel
          key={openId}
          taskId={openId}
          control={control}
          onClose={() => onOpen(null)}
          onOpenAsset={onOpenAsset}
          onEdit={onEdit}
        />
      )}
      {control.questions}
    </div>
  )
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
