/** Queue: what waits for the user on top, then every task, and the one that is open beside them. */
import { useStore } from 'zustand'
import type { Task } from '#contract/task.ts'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { useWords } from '../../ui/text.ts'
import { DecisionCard } from './decision-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueList } from './queue-list.tsx'
import styles from './queue-view.module.css'
import { TaskPanel } from './task-panel.tsx'

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
  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <QueueBar tasks={tasks} />
        <Decisions decisions={decisions} onOpen={onOpen} />
        <QueueList tasks={tasks} openId={openId} onOpen={onOpen} onCreate={onCreate} />
      </div>
      {openId !== null && (
        <TaskPanel
          key={openId}
          taskId={openId}
          onClose={() => onOpen(null)}
          onOpenAsset={onOpenAsset}
          onOpenTask={onOpen}
          onEdit={onEdit}
        />
      )}
    </div>
  )
}

function Decisions({ decisions, onOpen }: { decisions: TaskListStore; onOpen(taskId: string): void }) {
  const { text } = useWords()
  const waiting = useStore(decisions, (state) => state.tasks)
  if (waiting.length === 0) return null
  return (
    <section className={styles.decisions} aria-label={text('queue.decisions')}>
      {waiting.map((task) => (
        <DecisionCard key={task.id} task={task} onOpen={() => onOpen(task.id)} />
      ))}
    </section>
  )
}
