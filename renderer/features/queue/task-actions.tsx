/** What can be done with a task in its present state. */
import { useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { Task } from '#contract/task.ts'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { canRetry, isOpenState } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './task-actions.module.css'

export interface TaskActionsProps {
  readonly task: Task
  onRemoved(): void
  onOpenTask(taskId: string): void
  onEdit(task: Task): void
}

export function TaskActions({ task, onRemoved, onOpenTask, onEdit }: TaskActionsProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState<'stop' | 'remove' | null>(null)

  async function act<Data>(work: Promise<Result<Data>>): Promise<Data | null> {
    setBusy(true)
    const answer = await work
    setBusy(false)
    setProblem(answer.ok ? null : answer.error.message)
    return answer.ok ? answer.data : null
  }
  async function retry(): Promise<void> {
    const next = await act(bridge.call('tasks.retry', { id: task.id }))
    if (next !== null && next.id !== task.id) onOpenTask(next.id)
  }
  async function remove(): Promise<void> {
    if ((await act(bridge.call('tasks.remove', { id: task.id }))) !== null) onRemoved()
  }
  const isOpen = isOpenState(task.state)
  return (
    <div>
      <div className={styles.actions}>
        {canRetry(task.state) && (
          <Button isDisabled={busy} onPress={() => void retry()}>
            {text(task.state === 'unsaved' ? 'task.action.saveAgain' : 'action.retry')}
          </Button>
        )}
        <Button onPress={() => onEdit(task)}>{text('create.edit')}</Button>
        {isOpen && (
          <Button isDisabled={busy} onPress={() => setAsking('stop')}>
            {text('task.action.stop')}
          </Button>
        )}
        {!isOpen && (
          <Button kind="quiet" isDisabled={busy} onPress={() => setAsking('remove')}>
            {text('task.action.remove')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Confirm
        title={text('task.stop.title')}
        text={text(task.state === 'queued' ? 'task.stop.queued' : 'task.stop.text')}
        confirm={text('task.action.stop')}
        isOpen={asking === 'stop'}
        onConfirm={() => void act(bridge.call('tasks.stop', { id: task.id }))}
        onClose={() => setAsking(null)}
      />
      <Confirm
        title={text('task.remove.title')}
        text={text('task.remove.text')}
        confirm={text('task.action.remove')}
        isOpen={asking === 'remove'}
        onConfirm={() => void remove()}
        onClose={() => setAsking(null)}
      />
    </div>
  )
}
