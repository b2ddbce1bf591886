/** A task's state in words, with a tone that repeats them in colour. */
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { classNames } from './class-names.ts'
import { etaRange } from './eta.ts'
import { useWords, type MessageId } from './text.ts'
import styles from './task-state.module.css'

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

export function stateWords(state: TaskState): MessageId {
  return STATES[state][0]
}

export function TaskStateLabel({ state }: { readonly state: TaskState }) {
  const { text } = useWords()
  const [words, tone] = STATES[state]
  return (
    <span className={classNames(styles.state, styles[tone])}>
      <span className={styles.dot} aria-hidden />
      {text(words)}
    </span>
  )
}

export function isOpenState(state: TaskState): boolean {
  return state === 'queued' || state === 'sending' || state === 'running' || state === 'saving'
}

/** Whether a retry has a meaning: saving it again, sending it anew, or looking for it again. */
export function canRetry({ state, remoteId }: Task): boolean {
  if (state === 'gone' || state === 'stopped') return remoteId !== undefined
  return state === 'unsaved' || state === 'rejected' || state === 'failed'
}

/** Whether Atelier can still let go of it. A request that is on its way cannot be taken back. */
export function canStop({ state }: Task): boolean {
  return isOpenState(state) && state !== 'sending'
}

/** Whether it has ended in a way that leaves nothing to decide or to save. */
export function canRemove({ state }: Task): boolean {
  return !isOpenState(state) && state !== 'unknown' && state !== 'unsaved'
}

/** What a retry would do. */
export function retryWords({ state }: Task): MessageId {
  if (state === 'unsaved') return 'task.action.saveAgain'
  return state === 'gone' || state === 'stopped' ? 'task.action.lookAgain' : 'action.retry'
}

/** Whether trying again can help, and what that costs. */
export function retryAdvice({ state, error }: Task): MessageId | null {
  if (error === undefined) return null
  switch (state) {
    case 'failed':
    case 'rejected':
    case 'gone':
    case 'unsaved':
      return `task.advice.${state}`
    case 'queued':
    case 'sending':
    case 'running':
    case 'saving':
    case 'saved':
    case 'unknown':
    case 'stopped':
      return null
  }
}

/** How often the service made what was asked of this model; told where it refused or failed. */
export function useRecordWords(
  { state }: Task,
  record: { readonly succeeded: number; readonly failed: number } | null,
): string | null {
  const { text } = useWords()
  const total = record === null ? 0 : record.succeeded + record.failed
  if (record === null || total === 0 || (state !== 'failed' && state !== 'rejected')) return null
  return text('task.record', { succeeded: record.succeeded, total })
}

/** When it is likely to be finished, or that it is slow; told only where something is known. */
export function useEtaWords(task: Task, now: number): string | null {
  const { text } = useWords()
  if (task.state !== 'running') return null
  if (task.slow === true) return text('task.slower')
  const range = task.eta === undefined ? null : etaRange(task.eta, now)
  if (range === null) return null
  if (range.from === 0) return text('task.eta.upTo', { ...range })
  return text(range.from === range.to ? 'task.eta.about' : 'task.eta.range', { ...range })
}

/** Whether it cost something, where the state's own name does not say so. */
export function chargedWords({ state, error }: Task): MessageId | null {
  if (error?.charged === undefined || state === 'unsaved' || state === 'unknown') return null
  return `task.charged.${error.charged}`
}
