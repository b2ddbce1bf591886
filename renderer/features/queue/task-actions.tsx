/** What can be done with tasks: with one in its panel, and with all that are selected. */
import { ListStart, RotateCcw, StopSign, Trash2, X } from '#renderer/icons.tsx'
import type { MouseEvent, ReactNode } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { isOpen, mayDo } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { useSaveFile } from '#renderer/bridge/use-save-file.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { retryMessage, stopMessage, stopQuestion, withPayer } from '#renderer/ui/task-state.tsx'
import { type Formatter, useFormatter } from '#renderer/ui/text.ts'
import { VaryButton, VARIATIONS } from '#renderer/ui/vary-button.tsx'
import { useContextMenu } from '#renderer/ui/menu.tsx'
import styles from './queue-view.module.css'
import { MAY, type TaskControl, type TaskAction } from './task-control.ts'
import { tasksOf, type Row } from './queue-rows.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

/** What becomes of a task: the form as it was, the same with other seeds at once or from the form, or to be changed and sent again. */
export type ReuseMode = 'remix' | 'vary' | 'adjust' | 'edit'

interface TaskActionsProps {
  readonly task: Task
  readonly control: TaskControl
  onReuse(task: Task, mode: ReuseMode): void
  /** Sends it before all others that wait. */
  onNext(): void
}

export function TaskActions({ task, control, onReuse, onNext }: TaskActionsProps) {
  const { text } = useFormatter()
  const { busy, problem, act } = control
  const file = useSaveFile()
  const retryLabel = retryMessage(task)
  const profiles = useHostState('profiles', (state) => state)
  const endedBadly = !isOpen(task.state) && task.state !== 'saved'
  return (
    <div>
      <div className={parts.wrap}>
        {retryLabel !== null && (
          <Button isDisabled={busy} onPress={() => act('retry', [task])}>
            {withPayer(text(retryLabel), task, profiles)}
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
            {text(stopMessage([task]))}
          </Button>
        )}
        {MAY.remove(task) && (
          <Button kind="quiet" isDisabled={busy} onPress={() => act('remove', [task])}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      <Problem message={problem?.taskId === task.id ? problem.message : null} />
      <Problem message={file.problem} />
    </div>
  )
}

const OF_MANY = [
  ['retry', RotateCcw],
  ['stop', StopSign],
  ['remove', Trash2],
] as const

interface SelectionBarProps {
  readonly tasks: readonly Task[]
  readonly control: TaskControl
  onNext(): void
  onClear(): void
}

export function SelectionBar({ tasks, control, onNext, onClear }: SelectionBarProps) {
  const { text } = useFormatter()
  const { busy, act } = control
  return (
    <div
      className={classNames(u.row, u.rigid, u.wrap, u.gap4, u.lineAbove, u.raised, styles.selectionBar)}
      role="toolbar"
      aria-label={text('queue.selection')}
    >
      <span className={styles.selected}>{text('queue.selected', { count: tasks.length })}</span>
      {tasks.some((task) => mayDo('move', task)) && (
        <Button kind="quiet" icon={ListStart} isDisabled={busy} onPress={onNext}>
          {text('queue.next.send')}
        </Button>
      )}
      {OF_MANY.map(([what, icon]) => {
        const some = tasks.filter(MAY[what])
        return (
          some.length > 0 && (
            <Button key={what} kind="quiet" icon={icon} isDisabled={busy} onPress={() => act(what, tasks)}>
              {manyText(what, some, text)}
            </Button>
          )
        )
      })}
      <IconButton icon={X} label={text('queue.selection.clear')} shortcut="Esc" onPress={onClear} />
    </div>
  )
}

function manyText(what: TaskAction, tasks: readonly Task[], text: Formatter['text']): string {
  return what === 'stop'
    ? stopQuestion(tasks, text).confirm
    : text(`queue.many.${what}`, { count: tasks.length })
}

interface TaskMenuTargets {
  /** Tasks that are selected and listed. */
  readonly selected: readonly Task[]
  readonly control: TaskControl
  onOpen(taskId: string): void
  onNext(tasks: readonly Task[]): void
  onRename(task: Task): void
  onReuse(task: Task, how: ReuseMode): void
}

const CHANGES = [
  ['retry', 'R'],
  ['stop', 'S'],
  ['remove', 'Delete'],
] as const

/**
 * The menu of a row of the queue, about everything that is selected with it: the same actions as in the bar and the panel.
 */
export function useTaskMenu({ selected, control, onOpen, onNext, onRename, onReuse }: TaskMenuTargets): {
  readonly menu: ReactNode
  openAt(event: MouseEvent, row: Row): void
} {
  const { text } = useFormatter()
  const { menu, open } = useContextMenu<string>()
  const { profiles } = useHost()
  const oneText = (task: Task, what: TaskAction): string =>
    what === 'retry'
      ? withPayer(text(retryMessage(task) ?? 'action.retry'), task, profiles.getState())
      : text(what === 'stop' ? stopMessage([task]) : 'task.action.remove')
  return {
    menu,
    openAt(event, row) {
      const own = tasksOf(row)
      const [first] = own
      if (first === undefined) return
      const tasks = own.every((task) => selected.includes(task)) ? selected : own
      const isOne = tasks.length === 1
      const changes = CHANGES.flatMap(([what, shortcut]) => {
        const some = tasks.filter(MAY[what])
        if (some.length === 0) return []
        const label = isOne ? oneText(first, what) : manyText(what, some, text)
        return [{ id: what, label, shortcut, run: () => control.act(what, tasks) }]
      })
      const reuses = [
        ['remix', text('viewer.remix')],
        ['vary', text('reuse.vary.send', { requests: VARIATIONS })],
        ['adjust', text('reuse.vary.adjust')],
      ] as const
      const details = { id: 'details', label: text('task.action.details'), shortcut: 'Enter' }
      const next = { id: 'next', label: text('queue.next.send'), shortcut: 'N' }
      const rename = { id: 'rename', label: text('queue.batch.rename.title'), shortcut: 'F2' }
      const items = [
        ...(isOne ? [{ ...details, run: () => onOpen(first.id) }] : []),
        ...(isOne ? reuses.map(([id, label]) => ({ id, label, run: () => onReuse(first, id) })) : []),
        ...(tasks.some((task) => mayDo('move', task)) ? [{ ...next, run: () => onNext(tasks) }] : []),
        ...(row.kind === 'batch' ? [{ ...rename, run: () => onRename(first) }] : []),
        ...changes,
      ]
      open(event, {
        label: text('queue.menu', { count: tasks.length }),
        items,
        onChoose: (id) => items.find((item) => item.id === id)?.run(),
      })
    },
  }
}
