/** Retries, stops and removes tasks, from a button or a key. Asks first where it cannot be undone. */
import { useState, type ReactNode } from 'react'
import type { Result } from '#contract/errors.ts'
import { mayDo, retryOf } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { canStop } from '../../ui/task-state.tsx'
import { useWords, type MessageId, type MessageValues } from '../../ui/text.ts'

export interface TaskControl {
  readonly busy: boolean
  /** Why the last action failed; `taskId` where it was about one task. */
  readonly problem: { readonly taskId: string | null; readonly message: string } | null
  /** Each leaves out the tasks whose state does not allow it. */
  retry(tasks: readonly Task[]): void
  stop(tasks: readonly Task[]): void
  remove(tasks: readonly Task[]): void
  /** The questions; to be rendered once. */
  readonly questions: ReactNode
}

export interface TaskControlActions {
  onOpenTask(taskId: string): void
  onRemoved(taskId: string): void
}

interface Question {
  readonly what: 'retry' | 'stop' | 'remove'
  readonly tasks: readonly Task[]
}

export function useTaskControl({ onOpenTask, onRemoved }: TaskControlActions): TaskControl {
  const { text } = useWords()
  const { bridge } = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TaskControl['problem']>(null)
  const [asking, setAsking] = useState<Question | null>(null)

  /** Returns each task with the host's data; leaves out those that failed. */
  async function act<Data>(
    tasks: readonly Task[],
    work: (id: string) => Promise<Result<Data>>,
  ): Promise<readonly (readonly [Task, Data])[]> {
    setBusy(true)
    const responses = await forEach(tasks, async (task) => [task, await work(task.id)] as const)
    setBusy(false)
    const refused = responses.flatMap(([task, response]) =>
      response.ok ? [] : [{ task, error: response.error }],
    )
    const [first] = refused
    if (first === undefined) setProblem(null)
    else if (tasks.length === 1) setProblem({ taskId: first.task.id, message: first.error.message })
    else {
      const counts = { count: refused.length, total: tasks.length, message: first.error.message }
      setProblem({ taskId: null, message: text('queue.many.problem', counts) })
    }
    return responses.flatMap(([task, response]) => (response.ok ? [[task, response.data] as const] : []))
  }
  async function retry(tasks: readonly Task[]): Promise<void> {
    const done = await act(tasks, (id) => bridge.call('tasks.retry', { id }))
    const [only] = done
    if (tasks.length === 1 && only !== undefined && only[1].id !== only[0].id) onOpenTask(only[1].id)
  }
  async function remove(tasks: readonly Task[]): Promise<void> {
    const done = await act(tasks, (id) => bridge.call('tasks.remove', { id }))
    for (const [task] of done) onRemoved(task.id)
  }
  async function stop(tasks: readonly Task[]): Promise<void> {
    await act(tasks, (id) => bridge.call('tasks.stop', { id }))
  }
  const does = { retry, stop, remove }

  return {
    busy,
    problem,
    retry(tasks) {
      const some = tasks.filter((task) => mayDo('retry', task))
      if (busy || some.length === 0) return
      // A retry of many tasks costs as many requests.
      if (some.length === 1 || !some.some(isSentAnew)) void retry(some)
      else setAsking({ what: 'retry', tasks: some })
    },
    stop(tasks) {
      const some = tasks.filter(canStop)
      if (some.length > 0) setAsking({ what: 'stop', tasks: some })
    },
    remove(tasks) {
      const some = tasks.filter((task) => mayDo('remove', task))
      if (some.length > 0) setAsking({ what: 'remove', tasks: some })
    },
    questions: asking !== null && (
      <Confirm
        key={`${asking.what}:${asking.tasks[0]?.id}`}
        {...questionWords(asking, text)}
        isOpen
        onConfirm={() => void does[asking.what](asking.tasks)}
        onClose={() => setAsking(null)}
      />
    ),
  }
}

/** A retry submits a new request, which the service charges. */
function isSentAnew(task: Task): boolean {
  return retryOf(task) === 'submit'
}

type Text = (id: MessageId, values?: MessageValues) => string

function questionWords(
  { what, tasks }: Question,
  text: Text,
): { title: string; text: string; confirm: string } {
  const count = tasks.length
  const isOne = count === 1
  if (what === 'retry')
    return {
      title: text('queue.many.retry.title', { count }),
      text: text('queue.many.retry.text', { count: tasks.filter(isSentAnew).length }),
      confirm: text('action.retry'),
    }
  return {
    title: isOne ? text(`task.${what}.title`) : text(`queue.many.${what}.title`, { count }),
    text: what === 'remove' ? removeWords(tasks, text) : stopWords(tasks, text),
    confirm: text(`task.action.${what}`),
  }
}

function stopWords(tasks: readonly Task[], text: Text): string {
  const waiting = tasks.filter(({ state }) => state === 'queued').length
  if (tasks.length > 1) return text('queue.many.stop.text', { waiting })
  return text(waiting === 1 ? 'task.stop.queued' : 'task.stop.text')
}

/** Says what is given up: a task may have been paid for. */
function removeWords(tasks: readonly Task[], text: Text): string {
  const [only] = tasks
  if (tasks.length === 1 && (only?.state === 'unknown' || only?.state === 'unsaved'))
    return text(`task.remove.${only.state}`)
  const [unknown, unsaved] = (['unknown', 'unsaved'] as const).map(
    (name) => tasks.filter(({ state }) => state === name).length,
  )
  return text('queue.many.remove.text', { unknown: unknown ?? 0, unsaved: unsaved ?? 0 })
}

const AT_ONCE = 6

/** Calls for many items, a few at a time; the results are in the order of the items. */
async function forEach<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  async function go(): Promise<void> {
    while (next < items.length) {
      const index = next++
      const item = items[index]
      if (item !== undefined) outcomes[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, go))
  return outcomes
}
