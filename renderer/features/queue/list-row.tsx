/** One row of the list: a section, a batch or a task. */
import type { DragEvent } from 'react'
import type { Task } from '#contract/tasks.ts'
import { useWords } from '../../ui/text.ts'
import { BatchRow } from './batch-row.tsx'
import styles from './queue-list.module.css'
import { QueueRow } from './queue-row.tsx'
import { tasksOf, type Row } from './queue-rows.ts'
import { RowFrame } from './row-frame.tsx'

export interface ListRowActions {
  onOpen(taskId: string): void
  onToggle(): void
  onSelect(): void
  onRename(task: Task): void
  onDragStart(event: DragEvent): void
  onDragEnd(): void
}

export interface ListRowProps extends ListRowActions {
  readonly row: Row
  readonly openId: string | null
  readonly isTabbable: boolean
  readonly selected: ReadonlySet<string>
}

export function ListRow(props: ListRowProps) {
  const { row, openId, isTabbable, selected, onOpen, onToggle, onSelect, onRename, onDragStart, onDragEnd } =
    props
  const { text } = useWords()
  if (row.kind === 'section') {
    if (row.section === 'listed') return null
    return (
      <div className={styles.section}>
        <h2>{text(`queue.section.${row.section}`, { count: row.count })}</h2>
        {row.section === 'next' && <span className={styles.hint}>{text('queue.section.next.hint')}</span>}
      </div>
    )
  }
  const tasks = tasksOf(row)
  const [first] = tasks
  if (first === undefined) return null
  const name = (row.kind === 'batch' ? row.name : undefined) ?? first.request.prompt ?? text('task.noPrompt')
  return (
    <RowFrame
      name={name}
      isSelected={tasks.every(({ id }) => selected.has(id))}
      isSelecting={selected.size > 0}
      isOpen={tasks.some(({ id }) => id === openId) && !(row.kind === 'batch' && row.isOpen)}
      isNested={row.kind === 'task' && row.isNested}
      onSelect={onSelect}
      onDragStart={row.section === 'next' ? onDragStart : undefined}
      onDragEnd={onDragEnd}
    >
      {row.kind === 'batch' ? (
        <BatchRow
          tasks={tasks}
          name={name}
          isOpen={row.isOpen}
          isTabbable={isTabbable}
          onToggle={onToggle}
          onRename={() => onRename(first)}
        />
      ) : (
        <QueueRow task={first} isCurrent={first.id === openId} isTabbable={isTabbable} onOpen={onOpen} />
      )}
    </RowFrame>
  )
}
