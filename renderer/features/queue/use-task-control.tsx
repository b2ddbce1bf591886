/** What the user does with a task, from a button or a key: retry, and, asked first, stop and remove. */
import { useState, type ReactNode } from 'react'
import type { Result } from '#contract/errors.ts'
import type { Task } from '#contract/task.ts'
import { useHost } from '../../bridge/host.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { canRemove, canRetry, canStop } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'

export interface TaskControl {
  readonly busy: boolean
  /** What the host said against the last thing that was tried. */
  readonly problem: { readonly taskId: string; readonly message: string } | null
  /** Each does nothing where the task's state does not allow it. */
  retry(task: Task): void
  stop(task: Task): void
  remove(task: Task): void
  /** The questions; to be rendered once. */
  readonly questions: ReactNode
}

export interface TaskControlActions {
  onOpenTask(taskId: string): void
  onRemoved(taskId: string): void
}

export function useTaskControl({ onOpenTask, onRemoved }: TaskControlActions): TaskControl {
  const { text } = useWords()
  const { bridge } = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TaskControl['problem']>(null)
  const [asking, setAsking] = useState<{ readonly what: 'stop' | 'remove'; readonly task: Task } | null>(null)

  async function act<Data>(task: Task, work: Promise<Result<Data>>): Promise<Data | null> {
    setBusy(true)
    const answer = await work
    setBusy(false)
    setProblem(answer.ok ? null : { taskId: task.id, message: answer.error.message })
    return answer.ok ? answer.data : null
  }
  async function retry(task: Task): Promise<void> {
    const next = await act(task, bridge.call('tasks.retry', { id: task.id }))
    if (next !== null && next.id !== task.id) onOpenTask(next.id)
  }
  async function remove(task: Task): Promise<void> {
    if ((await act(task, bridge.call('tasks.remove', { id: task.id }))) !== null) onRemoved(task.id)
  }

  return {
    busy,
    problem,
    retry: (task) => void (canRetry(task) && !busy && retry(task)),
    stop: (task) => canStop(task) && setAsking({ what: 'stop', task }),
    remove: (task) => canRemove(task) && setAsking({ what: 'remove', task }),
    questions: asking !== null && (
      <Confirm
        key={asking.task.id}
        title={text(`task.${asking.what}.title`)}
        text={text(
          asking.what === 'remove'
            ? 'task.remove.text'
            : asking.task.state === 'queued'
              ? 'task.stop.queued'
              : 'task.stop.text',
        )}
        confirm={text(`task.action.${asking.what}`)}
        isOpen
        onConfirm={() =>
          asking.what === 'remove'
            ? void remove(asking.task)
            : void act(asking.task, bridge.call('tasks.stop', { id: asking.task.id }))
        }
        onClose={() => setAsking(null)}
      />
    ),
  }
}
