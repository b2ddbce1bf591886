/** Retries, stops and removes tasks, from a button or a key. Asks first where it cannot be undone. */
import { useState } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { RouteOutput } from '#contract/routes.ts'
import { mayDo, retryOf } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '#renderer/bridge/host.tsx'
import { isFreeOf } from '#renderer/bridge/stores/services.ts'
import { usePress } from '#renderer/bridge/use-press.ts'
import { type StopEffect, useStopEffect } from '#renderer/bridge/use-stop-effect.ts'
import { useConfirm } from '#renderer/ui/dialog.tsx'
import { canStop, stopQuestion } from '#renderer/ui/task-state.tsx'
import { useFormatter, type MessageId, type MessageValues } from '#renderer/ui/text.ts'

export type TaskAction = 'retry' | 'stop' | 'remove'

/** Whether the task's state allows it. */
export const MAY: Readonly<Record<TaskAction, (task: Task) => boolean>> = {
  retry: (task) => mayDo('retry', task),
  stop: canStop,
  remove: (task) => mayDo('remove', task),
}

export interface TaskControl {
  readonly busy: boolean
  /** Why the last action failed; `taskId` where it was about one task. */
  readonly problem: { readonly taskId: string | null; readonly message: string } | null
  /** Leaves out the tasks whose state does not allow it. */
  act(what: TaskAction, tasks: readonly Task[]): void
}

interface TaskControlActions {
  onOpenTask(taskId: string): void
  onRemoved(taskId: string): void
}

export function useTaskControl({ onOpenTask, onRemoved }: TaskControlActions): TaskControl {
  const { text } = useFormatter()
  const { bridge, profiles, services } = useHost()
  const stopEffect = useStopEffect()
  const ask = useConfirm()
  const press = usePress()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TaskControl['problem']>(null)

  function callOf(what: TaskAction, id: string): Promise<RenderedResult<RouteOutput<`tasks.${TaskAction}`>>> {
    if (what !== 'retry') return bridge.call(`tasks.${what}`, { id })
    return press(id, (pressId) => bridge.call('tasks.retry', { id, pressId }))
  }
  async function run(what: TaskAction, tasks: readonly Task[]): Promise<void> {
    setBusy(true)
    const outcomes = await actOn(what, tasks, ({ id }) => callOf(what, id))
    setBusy(false)
    const failures = outcomes.flatMap(([{ id: taskId }, response]) =>
      response.ok ? [] : [{ taskId, message: response.error.message }],
    )
    const [first = null] = failures
    const counts = { count: failures.length, total: tasks.length, message: first?.message ?? '' }
    const isAboutOne = first === null || tasks.length === 1
    setProblem(isAboutOne ? first : { taskId: null, message: text('queue.many.problem', counts) })
    for (const [{ id }, response] of outcomes) {
      if (!response.ok) continue
      if (what === 'remove') onRemoved(id)
      const isNewTask = what === 'retry' && 'id' in response.data && response.data.id !== id
      if (isNewTask && tasks.length === 1) onOpenTask(response.data.id)
    }
  }
  const isFree = (tasks: readonly Task[]): boolean =>
    tasks.every(({ profileId }) => {
      const profile = profiles.getState().items.find(({ id }) => id === profileId)
      return isFreeOf(services.getState(), profile)
    })
  return {
    busy,
    problem,
    act(what, tasks) {
      const some = tasks.filter(MAY[what])
      if (some.length === 0 || (what === 'retry' && busy)) return
      // A retry of many tasks costs as many requests.
      if (what === 'retry' && (some.length === 1 || !some.some(isSentAnew))) void run(what, some)
      else
        ask({
          ...questionText(what, some, text, isFree(some), stopEffect(some)),
          onConfirm: () => void run(what, some),
        })
    },
  }
}

/** A retry submits a new request, which the service charges. */
function isSentAnew(task: Task): boolean {
  return retryOf(task) === 'submit'
}

type Text = (id: MessageId, values?: MessageValues) => string

function questionText(
  what: TaskAction,
  tasks: readonly Task[],
  text: Text,
  isFree: boolean,
  stopped: StopEffect,
) {
  const count = tasks.length
  if (what === 'retry')
    return {
      title: text('queue.many.retry.title', { count }),
      text: text(isFree ? 'queue.many.retry.free' : 'queue.many.retry.text', {
        count: tasks.filter(isSentAnew).length,
      }),
      confirm: text('queue.many.retry', { count }),
      refuse: text('queue.sendNothing'),
    }
  if (what === 'stop') return { ...stopQuestion(tasks, text), text: text('task.stop.text', stopped) }
  return {
    title: count === 1 ? text('task.remove.title') : text('queue.many.remove.title', { count }),
    text: removeText(tasks, text, isFree),
    confirm: count === 1 ? text('task.action.remove') : text('queue.many.remove', { count }),
    refuse: text('action.keep', { count }),
  }
}

/** Says what is given up: where the service is not free, a task may have been paid for. */
function removeText(tasks: readonly Task[], text: Text, isFree: boolean): string {
  const price = isFree ? 'free' : 'charged'
  const [only] = tasks
  if (tasks.length === 1 && (only?.state === 'unknown' || only?.state === 'unsaved'))
    return text(`task.remove.${only.state}`, { price })
  const countOf = (name: Task['state']): number => tasks.filter(({ state }) => state === name).length
  return text('queue.many.remove.text', { price, unknown: countOf('unknown'), unsaved: countOf('unsaved') })
}

/** Each with what came of it. What waits is stopped before all else: it would be sent in the place of what is stopped. */
export async function actOn<Outcome>(
  what: TaskAction,
  tasks: readonly Task[],
  call: (task: Task) => Promise<Outcome>,
): Promise<readonly (readonly [Task, Outcome])[]> {
  const isFirst = ({ state }: Task): boolean => what === 'stop' && state === 'queued'
  const act = (some: readonly Task[]) => forEach(some, async (task) => [task, await call(task)] as const)
  return [...(await act(tasks.filter(isFirst))), ...(await act(tasks.filter((task) => !isFirst(task))))]
}

/** Calls for many items, a few at a time; the results are in the order of the items. */
const AT_ONCE = 6

export async function forEach<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const entries = items.entries()
  async function go(): Promise<void> {
    for (const [index, item] of entries) outcomes[index] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, go))
  return outcomes
}
