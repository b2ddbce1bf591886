/** What can be done with a task in its present state. */
import type { Task } from '#contract/task.ts'
import { Button } from '../../ui/button.tsx'
import { canRemove, canRetry, canStop, retryWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './task-actions.module.css'
import type { TaskControl } from './use-task-control.tsx'

export interface TaskActionsProps {
  readonly task: Task
  readonly control: TaskControl
  onEdit(task: Task): void
}

export function TaskActions({ task, control, onEdit }: TaskActionsProps) {
  const { text } = useWords()
  const { busy, problem } = control
  return (
    <div>
      <div className={styles.actions}>
        {canRetry(task) && (
          <Button isDisabled={busy} onPress={() => control.retry(task)}>
            {text(retryWords(task))}
          </Button>
        )}
        <Button onPress={() => onEdit(task)}>{text('create.edit')}</Button>
        {canStop(task) && (
          <Button isDisabled={busy} onPress={() => control.stop(task)}>
            {text('task.action.stop')}
          </Button>
        )}
        {canRemove(task) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => control.remove(task)}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      {problem?.taskId === task.id && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
    </div>
  )
}
