/** What can be done with a task in its present state. */
import { isOpen, mayDo } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { canStop, retryWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { Problem } from '../../ui/problem.tsx'
import styles from './task-panel.module.css'
import type { TaskControl } from './use-task-control.tsx'

/** How a task fills the form: as it was, with another seed, or to be changed and sent again. */
export type ReuseMode = 'remix' | 'vary' | 'edit'

export interface TaskActionsProps {
  readonly task: Task
  readonly control: TaskControl
  onReuse(task: Task, mode: ReuseMode): void
  /** Sends it before all others that wait. */
  onNext(): void
}

export function TaskActions({ task, control, onReuse, onNext }: TaskActionsProps) {
  const { text } = useWords()
  const { busy, problem } = control
  const file = useSaveFile()
  const retryLabel = retryWords(task)
  const endedBadly = !isOpen(task.state) && task.state !== 'saved'
  return (
    <div>
      <div className={styles.actions}>
        {retryLabel !== null && (
          <Button isDisabled={busy} onPress={() => control.retry([task])}>
            {text(retryLabel)}
          </Button>
        )}
        {mayDo('move', task) && <Button onPress={onNext}>{text('queue.next.send')}</Button>}
        {endedBadly && <Button onPress={() => onReuse(task, 'edit')}>{text('create.edit')}</Button>}
        <Button onPress={() => onReuse(task, 'remix')}>{text('viewer.remix')}</Button>
        {!endedBadly && <Button onPress={() => onReuse(task, 'vary')}>{text('reuse.vary')}</Button>}
        <Button onPress={() => void file.saveRecipe({ taskId: task.id })}>{text('recipe.save')}</Button>
        {canStop(task) && (
          <Button isDisabled={busy} onPress={() => control.stop([task])}>
            {text('task.action.stop')}
          </Button>
        )}
        {mayDo('remove', task) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => control.remove([task])}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      <Problem words={problem?.taskId === task.id ? problem.message : null} />
      <Problem words={file.problem} />
    </div>
  )
}
