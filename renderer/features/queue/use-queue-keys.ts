/** The queue's keys, for what is selected, or else the task with the cursor, or else the open one. */
import { useEffect } from 'react'
import type { Task } from '#contract/tasks.ts'

export interface QueueKeyActions {
  targets(): readonly Task[]
  onRetry(tasks: readonly Task[]): void
  onStop(tasks: readonly Task[]): void
  onRemove(tasks: readonly Task[]): void
  onNext(tasks: readonly Task[]): void
  onStep(tasks: readonly Task[], step: -1 | 1): void
  onRename(tasks: readonly Task[]): void
  onSelectAll(): void
  onPauseOrResume(): void
  /** An arrow was pressed while no row had the cursor. */
  onEnterList(): void
  /** False where there was nothing to clear or to close. */
  onClose(): boolean
}

export function useQueueKeys(actions: QueueKeyActions): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || isElsewhere(event.target)) return
      if (pressKey(actions, event)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** True where the key meant something. */
function pressKey(actions: QueueKeyActions, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  const isArrow = key === 'arrowup' || key === 'arrowdown'
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'a' || event.altKey || event.shiftKey) return false
    actions.onSelectAll()
    return true
  }
  if (event.altKey) {
    return isArrow && withTargets(actions, (tasks) => actions.onStep(tasks, key === 'arrowup' ? -1 : 1))
  }
  if (isArrow) {
    if (event.target !== document.body) return false
    actions.onEnterList()
    return true
  }
  if (key === 'escape') return actions.onClose()
  if (key !== 'p') return withTargets(actions, actionFor(actions, key))
  actions.onPauseOrResume()
  return true
}

function actionFor(actions: QueueKeyActions, key: string): ((tasks: readonly Task[]) => void) | undefined {
  return {
    r: actions.onRetry,
    s: actions.onStop,
    n: actions.onNext,
    f2: actions.onRename,
    delete: actions.onRemove,
    backspace: actions.onRemove,
  }[key]
}

function withTargets(actions: QueueKeyActions, act: ((tasks: readonly Task[]) => void) | undefined): boolean {
  const tasks = act === undefined ? [] : actions.targets()
  if (act === undefined || tasks.length === 0) return false
  act(tasks)
  return true
}

/** In a field, or in something that lies over the queue. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable], [role="dialog"], [role="alertdialog"]') !== null
  )
}
