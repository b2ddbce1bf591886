/** A task's state in words, with a tone that repeats them in colour. */
import { isOpen, mayDo, retryOf, type Retry, type TaskState } from '#contract/rules/task-states.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Task } from '#contract/tasks.ts'
import { classNames } from './class-names.ts'
import { timeRange } from './days.ts'
import { useFormatter, type MessageId, type MessageValues } from './text.ts'
import styles from './task-state.module.css'
import u from './utilities.module.css'

type Tone = 'waiting' | 'working' | 'good' | 'needsYou' | 'bad' | 'over'

const STATES = {
  queued: ['task.state.queued', 'waiting'],
  sending: ['task.state.sending', 'working'],
  running: ['task.state.running', 'working'],
  saving: ['task.state.saving', 'working'],
  saved: ['task.state.saved', 'good'],
  unsaved: ['task.state.unsaved', 'needsYou'],
  failed: ['task.state.failed', 'bad'],
  gone: ['task.state.gone', 'bad'],
  rejected: ['task.state.rejected', 'bad'],
  unknown: ['task.state.unknown', 'needsYou'],
  stopped: ['task.state.stopped', 'over'],
} as const satisfies Record<TaskState, readonly [MessageId, Tone]>

/** `isFree`: its service charges nothing, and no word is said of money. */
export function stateMessage(state: TaskState, isFree = false): MessageId {
  return state === 'unsaved' && isFree ? 'task.state.unsaved.free' : STATES[state][0]
}

export function TaskStateLabel({ state, isFree }: { readonly state: TaskState; readonly isFree?: boolean }) {
  const { text } = useFormatter()
  const [, tone] = STATES[state]
  return (
    <span className={classNames(u.alignCenter, u.gap6, u.oneLine, styles.state, styles[tone])}>
      <span className={classNames(u.rigid, u.corner4, styles.dot)} aria-hidden />
      {text(stateMessage(state, isFree))}
    </span>
  )
}

const RETRY_MESSAGES = {
  save: 'task.action.saveAgain',
  submit: 'action.retry',
  follow: 'task.action.followAgain',
} as const satisfies Record<Retry, MessageId>

/** What a retry would do; null where the task cannot be retried. */
export function retryMessage(task: Task): MessageId | null {
  const retry = retryOf(task)
  return retry === null ? null : RETRY_MESSAGES[retry]
}

/** `label` of a retry, with the name of whose service it pays where that is another one than the page shows. */
export function withPayer(
  label: string,
  task: Task,
  { items, activeId }: { readonly items: readonly Profile[]; readonly activeId: string | null },
): string {
  const isOther = retryOf(task) === 'submit' && task.profileId !== activeId
  const payer = isOther ? items.find(({ id }) => id === task.profileId) : undefined
  return payer === undefined ? label : `${label} · ${payer.name}`
}

/** A task that has ended can be removed instead. */
export function canStop(task: Task): boolean {
  return isOpen(task.state) && mayDo('stop', task)
}

/** What stopping is called: what only waits is not followed yet. */
export function stopMessage(tasks: readonly Task[]): MessageId {
  return tasks.every(({ state }) => state === 'queued') ? 'queue.sendNothing' : 'task.action.stop'
}

/** What is asked before these are stopped, and its two answers. */
export function stopQuestion(
  tasks: readonly Task[],
  text: (id: MessageId, values?: MessageValues) => string,
): { readonly title: string; readonly confirm: string; readonly refuse: string } {
  const count = tasks.length
  const stop = stopMessage(tasks)
  if (stop === 'queue.sendNothing') {
    const refuse = text('action.keep', { count })
    return { title: text('queue.unsend.title', { count }), confirm: text(stop), refuse }
  }
  return {
    title: count === 1 ? text('task.stop.title') : text('queue.many.stop.title', { count }),
    confirm: count === 1 ? text(stop) : text('queue.many.stop', { count }),
    refuse: text('queue.keepFollowing', { count }),
  }
}

/** Whether trying again can help, and what that costs. */
export function retryAdvice({ state, error }: Task, isFree = false): MessageId | null {
  if (error === undefined) return null
  if (isFree && (state === 'failed' || state === 'unsaved')) return `task.advice.${state}.free`
  const isHopeful = state === 'failed' || state === 'rejected' || state === 'gone' || state === 'unsaved'
  return isHopeful ? `task.advice.${state}` : null
}

/** How many tasks of this model succeeded; for failed and refused tasks only. */
export function useRecordText(
  { state }: Task,
  record: { readonly succeeded: number; readonly failed: number } | null,
): string | null {
  const { text } = useFormatter()
  const total = record === null ? 0 : record.succeeded + record.failed
  if (record === null || total === 0 || (state !== 'failed' && state !== 'rejected')) return null
  return text('task.record', { succeeded: record.succeeded, total })
}

/** When it is likely to finish, or that it is slow; null where nothing is known. */
export function useEtaText(task: Task, now: number): string | null {
  const { text } = useFormatter()
  if (task.state !== 'running') return null
  if (task.slow === true) return text('task.slower')
  if (task.eta === undefined || task.eta.p90At <= now) return null
  const range = timeRange(task.eta.p50At - now, task.eta.p90At - now)
  if (range.from === 0) return text('task.eta.upTo', { ...range })
  return text(range.from === range.to ? 'task.eta.about' : 'task.eta.range', { ...range })
}
