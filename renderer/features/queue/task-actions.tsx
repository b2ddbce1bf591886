/** What can be done with tasks: with one in its panel, and with all that are selected. */
import { ListStart, RotateCcw, Square, Trash2, X } from 'lucide-react'
import { isOpen, mayDo } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { retryWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { VaryButton } from '../../ui/vary-button.tsx'
import styles from './queue-view.module.css'
import { MAY, type TaskControl } from './task-control.ts'

/** What becomes of a task: the form as it was, the same with other seeds at once or from the form, or to be changed and sent again. */
export type ReuseMode = 'remix' | 'vary' | 'adjust' | 'edit'

export interface TaskActionsProps {
  readonly task: Task
  readonly control: TaskControl
  onReuse(task: Task, mode: ReuseMode): void
  /** Sends it before all others that wait. */
  onNext(): void
}

export function TaskActions({ task, control, onReuse, onNext }: TaskActionsProps) {
  const { text } = useWords()
  const { busy, problem, act } = control
  const file = useSaveFile()
  const retryLabel = retryWords(task)
  const endedBadly = !isOpen(task.state) && task.state !== 'saved'
  return (
    <div>
      <div className={parts.wrap}>
        {retryLabel !== null && (
          <Button isDisabled={busy} onPress={() => act('retry', [task])}>
            {text(retryLabel)}
          </Button>
        )}
        {mayDo('move', task) && <Button onPress={onNext}>{text('queue.next.send')}</Button>}
        {endedBadly && <Button onPress={() => onReuse(task, 'edit')}>{text('create.edit')}</Button>}
        <Button onPress={() => onReuse(task, 'remix')}>{text('viewer.remix')}</Button>
        {!endedBadly && (
          <VaryButton onVary={() => onReuse(task, 'vary')} onAdjust={() => onReuse(task, 'adjust')} />
        )}
        <Button onPress={() => void file.saveRecipe({ taskId: task.id })}>{text('recipe.save')}</Button>
        {MAY.stop(task) && (
          <Button isDisabled={busy} onPress={() => act('stop', [task])}>
            {text('task.action.stop')}
          </Button>
        )}
        {MAY.remove(task) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => act('remove', [task])}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      <Problem words={problem?.taskId === task.id ? problem.message : null} />
      <Problem words={file.problem} />
    </div>
  )
}

const OF_MANY = [
  ['retry', RotateCcw],
  ['stop', Square],
  ['remove', Trash2],
] as const

export interface SelectionBarProps {
  readonly tasks: readonly Task[]
  readonly control: TaskControl
  onNext(): void
  onClear(): void
}

export function SelectionBar({ tasks, control, onNext, onClear }: SelectionBarProps) {
  const { text } = useWords()
  const { busy, act } = control
  return (
    <div className={styles.selectionBar} role="toolbar" aria-label={text('queue.selection')}>
      <span className={styles.selected}>{text('queue.selected', { count: tasks.length })}</span>
      {tasks.some((task) => mayDo('move', task)) && (
        <Button kind="quiet" icon={ListStart} isDisabled={busy} onPress={onNext}>
          {text('queue.next.send')}
        </Button>
      )}
      {OF_MANY.map(([what, icon]) => {
        const count = tasks.filter(MAY[what]).length
        return (
          count > 0 && (
            <Button key={what} kind="quiet" icon={icon} isDisabled={busy} onPress={() => act(what, tasks)}>
              {text(`queue.many.${what}`, { count })}
            </Button>
          )
        )
      })}
      <IconButton icon={X} label={text('queue.selection.clear')} shortcut="Esc" onPress={onClear} />
    </div>
  )
}
