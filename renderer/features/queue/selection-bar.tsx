/** What can be done with the tasks that are selected. */
import { ListStart, RotateCcw, Square, Trash2, X } from 'lucide-react'
import { mayDo } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { canStop } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './queue-view.module.css'
import type { TaskControl } from './use-task-control.tsx'

export interface SelectionBarProps {
  readonly tasks: readonly Task[]
  readonly control: TaskControl
  onNext(): void
  onClear(): void
}

export function SelectionBar({ tasks, control, onNext, onClear }: SelectionBarProps) {
  const { text } = useWords()
  const { busy } = control
  const countOf = (can: (task: Task) => boolean): number => tasks.filter(can).length
  const waiting = countOf((task) => mayDo('move', task))
  const retried = countOf((task) => mayDo('retry', task))
  const stopped = countOf(canStop)
  const removed = countOf((task) => mayDo('remove', task))
  return (
    <div className={styles.selectionBar} role="toolbar" aria-label={text('queue.selection')}>
      <span className={styles.count}>{text('queue.selected', { count: tasks.length })}</span>
      {waiting > 0 && (
        <Button kind="quiet" icon={ListStart} isDisabled={busy} onPress={onNext}>
          {text('queue.next.send')}
        </Button>
      )}
      {retried > 0 && (
        <Button kind="quiet" icon={RotateCcw} isDisabled={busy} onPress={() => control.retry(tasks)}>
          {text('queue.many.retry', { count: retried })}
        </Button>
      )}
      {stopped > 0 && (
        <Button kind="quiet" icon={Square} isDisabled={busy} onPress={() => control.stop(tasks)}>
          {text('queue.many.stop', { count: stopped })}
        </Button>
      )}
      {removed > 0 && (
        <Button kind="quiet" icon={Trash2} isDisabled={busy} onPress={() => control.remove(tasks)}>
          {text('queue.many.remove', { count: removed })}
        </Button>
      )}
      <IconButton icon={X} label={text('queue.selection.clear')} shortcut="Esc" onPress={onClear} />
    </div>
  )
}
