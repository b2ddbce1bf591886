/** What can be done with a task in its present state. */
import type { Task } from '#contract/tasks.ts'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { canRemove, canRetry, canStop, isOpenState, retryWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './task-actions.module.css'
import type { TaskControl } from './use-task-control.tsx'

/** How a task goes back to the form: as it was written, with another seed, or to be mended and sent again. */
export type ReuseMode = 'remix' | 'vary' | 'edit'

export interface TaskActionsProps {
  readonly task: Task
  readonly control: TaskControl
  onReuse(task: Task, how: ReuseMode): void
  /** Sends it before all others that wait. */
  onNext(): void
}

export function TaskActions({ task, control, onReuse, onNext }: TaskActionsProps) {
  const { text } = useWords()
  const { busy, problem } = control
  const file = useSaveFile()
  const endedBadly = !isOpenState(task.state) && task.state !== 'saved'
  return (
    <div>
      <div className={styles.actions}>
        {canRetry(task) && (
          <Button isDisabled={busy} onPress={() => control.retry([task])}>
            {text(retryWords(task))}
          </Button>
        )}
        {task.state === 'queued' && <Button onPress={onNext}>{text('queue.next.send')}</Button>}
        {endedBadly && <Button onPress={() => onReuse(task, 'edit')}>{text('create.edit')}</Button>}
        <Button onPress={() => onReuse(task, 'remix')}>{text('viewer.remix')}</Button>
        {!endedBadly && <Button onPress={() => onReuse(task, 'vary')}>{text('reuse.vary')}</Button>}
        <Button onPress={() => void file.saveRecipe({ taskId: task.id })}>{text('recipe.save')}</Button>
        {canStop(task) && (
          <Button isDisabled={busy} onPress={() => control.stop([task])}>
            {text('task.action.stop')}
          </Button>
        )}
        {canRemove(task) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => control.remove([task])}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      {problem?.taskId === task.id && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
      {file.problem !== null && (
        <p role="alert" className={styles.problem}>
          {file.problem}
        </p>
      )}
    </div>
  )
}
