/** The queue's keys: R, S and Delete for the task with the cursor, P for the queue, Escape to close. */
import { useEffect } from 'react'
import type { Task } from '#contract/task.ts'

export interface QueueKeyActions {
  /** The task with the cursor, or else the open one. */
  target(): Task | null
  onRetry(task: Task): void
  onStop(task: Task): void
  onRemove(task: Task): void
  onPauseOrResume(): void
  /** An arrow was pressed while no row had the cursor. */
  onEnterList(): void
  /** False where there was nothing to close. */
  onClose(): boolean
}

export function useQueueKeys(actions: QueueKeyActions): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isElsewhere(event.target) || !pressKey(actions, event)) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** True where the key meant something. */
function pressKey(actions: QueueKeyActions, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case 'p':
      actions.onPauseOrResume()
      return true
    case 'arrowdown':
    case 'arrowup':
      if (event.target !== document.body) return false
      actions.onEnterList()
      return true
    case 'escape':
      return actions.onClose()
    default:
      return pressForTask(actions, event.key.toLowerCase())
  }
}

function pressForTask(actions: QueueKeyActions, key: string): boolean {
  const act = {
    r: actions.onRetry,
    s: actions.onStop,
    delete: actions.onRemove,
    backspace: actions.onRemove,
  }[key]
  const task = act === undefined ? null : actions.target()
  if (act === undefined || task === null) return false
  act(task)
  return true
}

/** In a field, or in something that lies over the queue. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable], [role="dialog"], [role="alertdialog"]') !== null
  )
}
