/** Ends what a press still has open: one button for all of its requests. */
import { StopSign } from '#renderer/icons.tsx'
import type { Task } from '#contract/tasks.ts'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { useStopEffect } from '#renderer/bridge/use-stop-effect.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useConfirm } from '#renderer/ui/dialog.tsx'
import { canStop, stopQuestion } from '#renderer/ui/task-state.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useCreate } from '../create-context.ts'
import styles from './feed.module.css'

interface StopButtonProps {
  readonly tasks: readonly Task[]
  /** What is stopped: of several presses each has a button. */
  readonly title: string
}

export function StopButton({ tasks, title }: StopButtonProps) {
  const { text } = useFormatter()
  const open = useStoppable(tasks)
  const stop = useStop()
  if (open.length === 0) return null
  return (
    <Button
      kind="quiet"
      icon={StopSign}
      className={styles.stop}
      aria-label={text('feed.stop.press', { title })}
      onPress={() => stop(open)}
    >
      {text('feed.stop')}
    </Button>
  )
}

/** Those that can be stopped now. */
export function useStoppable(tasks: readonly Task[]): readonly Task[] {
  // A service that is heard of while it answers can be told to end.
  const answering = useHostState('progress', (state) =>
    tasks.flatMap(({ id, state: name }) => (name === 'sending' && id in state ? [id] : [])).join(),
  )
  // The host has not heard yet of what was just pressed: it is nobody's.
  return tasks.filter(
    (task) => task.profileId !== '' && (canStop(task) || answering.split(',').includes(task.id)),
  )
}

/** Asks, and stops them. */
export function useStop(): (tasks: readonly Task[]) => void {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { changes } = useCreate()
  const stopEffect = useStopEffect()
  const confirm = useConfirm()
  async function stop(tasks: readonly Task[]): Promise<void> {
    const responses = await Promise.all(tasks.map(({ id }) => bridge.call('tasks.stop', { id })))
    for (const response of responses)
      if (!response.ok && !hasEnded(response.error)) changes.fail(response.error)
  }
  return (tasks) => {
    const waiting = tasks.filter(({ state }) => state === 'queued')
    confirm({
      ...stopQuestion(tasks, text),
      text: text('task.stop.text', stopEffect(tasks)),
      // What waits goes first: it would be sent in the place of what is stopped.
      onConfirm: () => void stop(waiting).then(() => stop(tasks.filter((task) => !waiting.includes(task)))),
    })
  }
}

/** By itself, while the question was open. */
function hasEnded({ id }: { readonly id?: string }): boolean {
  return id === 'tasks.stop.hasEnded'
}
