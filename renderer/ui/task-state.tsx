/** A task's state in words, with a tone that repeats them in colour. */
import type { Task, TaskState } from '#contract/task.ts'
import { classNames } from './class-names.ts'
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

/** Whether a retry has a meaning for this state. */
export function canRetry(state: TaskState): boolean {
  return state === 'unsaved' || state === 'rejected' || state === 'failed'
}

/** When it is likely to be finished, told only where something is known. */
export function useEtaWords(task: Task, now: number): string | null {
  const { text, duration } = useWords()
  if (task.eta === undefined) return null
  if (now > task.eta.p90At) return text('task.slower')
  return text('task.eta', {
    from: duration(Math.max(1000, task.eta.p50At - now)),
    to: duration(task.eta.p90At - now),
  })
}
