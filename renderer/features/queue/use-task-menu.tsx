/** The menu of a row of the queue, about everything that is selected with it: the same actions as in the bar and the panel. */
import type { MouseEvent, ReactNode } from 'react'
import { mayDo } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useContextMenu } from '../../ui/menu.tsx'
import { retryWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import { VARIATIONS } from '../../ui/vary-button.tsx'
import type { ReuseMode } from './task-actions.tsx'
import { tasksOf, type Row } from './queue-rows.ts'
import { MAY, type TaskAction, type TaskControl } from './task-control.ts'

export interface TaskMenuTargets {
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

export function useTaskMenu({ selected, control, onOpen, onNext, onRename, onReuse }: TaskMenuTargets): {
  readonly menu: ReactNode
  openAt(event: MouseEvent, row: Row): void
} {
  const { text } = useWords()
  const { menu, open } = useContextMenu<string>()
  const oneWords = (task: Task, what: TaskAction): string =>
    text(what === 'retry' ? (retryWords(task) ?? 'action.retry') : `task.action.${what}`)
  return {
    menu,
    openAt(event, row) {
      const own = tasksOf(row)
      const [first] = own
      if (first === undefined) return
      const tasks = own.every((task) => selected.includes(task)) ? selected : own
      const isOne = tasks.length === 1
      const changes = CHANGES.flatMap(([what, shortcut]) => {
        const count = tasks.filter(MAY[what]).length
        if (count === 0) return []
        const words = isOne ? oneWords(first, what) : text(`queue.many.${what}`, { count })
        return [{ id: what, words, shortcut, run: () => control.act(what, tasks) }]
      })
      const reuses = [
        ['remix', text('viewer.remix')],
        ['vary', text('reuse.vary.send', { requests: VARIATIONS })],
        ['adjust', text('reuse.vary.adjust')],
      ] as const
      const details = { id: 'details', words: text('task.action.details'), shortcut: 'Enter' }
      const next = { id: 'next', words: text('queue.next.send'), shortcut: 'N' }
      const rename = { id: 'rename', words: text('queue.batch.rename.title'), shortcut: 'F2' }
      const items = [
        ...(isOne ? [{ ...details, run: () => onOpen(first.id) }] : []),
        ...(isOne ? reuses.map(([id, words]) => ({ id, words, run: () => onReuse(first, id) })) : []),
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
