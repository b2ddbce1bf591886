/** Follows one task to its end and says on the way what happens. */
import type { EventMessage } from '#contract/events.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import type { App } from '#core/app.ts'
import type { Call } from './open-core.ts'

const OPEN = new Set<TaskState>(['queued', 'sending', 'running', 'saving'])
const WORDS: Partial<Record<TaskState, string>> = {
  sending: 'Sending …',
  running: 'Running …',
  saving: 'Saving the files …',
  saved: 'Saved.',
}

export interface WatchDeps {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/**
 * The task as it is when it ends, when a refused key would hold it for ever, or when `signal` aborts. An interrupted task
 * that the service has goes on there; its id is in what is returned.
 */
export async function watchTask(
  app: App,
  call: Call,
  first: Task,
  { say, signal }: WatchDeps,
): Promise<Task> {
  const { promise, resolve } = Promise.withResolvers<Task>()
  let shown: TaskState = 'queued'
  let latest = first
  const show = (task: Task): void => {
    latest = task
    const words = WORDS[task.state]
    if (task.state !== shown && words) say(words)
    shown = task.state
    if (!OPEN.has(task.state) || task.error?.code === 'unauthorized') resolve(task)
    else if (task.state === 'queued' && task.error) say(task.error.message)
  }
  const unsubscribe = app.subscribe((event: EventMessage) => {
    if (event.name === 'task.changed' && event.data.task.id === first.id) show(event.data.task)
  })
  const interrupt = (): void => resolve(latest)
  signal.addEventListener('abort', interrupt, { once: true })
  const now = await call('tasks.get', { id: first.id })
  if (now.ok) show(now.data)
  const ended = await promise
  unsubscribe()
  signal.removeEventListener('abort', interrupt)
  if (!signal.aborted) return ended
  return {
    ...ended,
    error: { code: 'conflict', message: 'Interrupted. What the service has accepted goes on there.' },
  }
}
