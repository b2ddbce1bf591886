/** Why a task failed, whether it was charged, whether a retry can help, and how often the model succeeds. */
import type { Task } from '#contract/tasks.ts'
import { useModelRecord } from '../../bridge/use-model-record.ts'
import { chargedWords, retryAdvice, useRecordWords } from '../../ui/task-state.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './task-panel.module.css'

export interface TaskFailureProps {
  readonly task: Task
  /** The host's error message. */
  readonly message: string
}

export function TaskFailure({ task, message }: TaskFailureProps) {
  const { text } = useWords()
  const record = useRecordWords(task, useModelRecord(task.request))
  const [charged, advice] = [chargedWords(task), retryAdvice(task)]
  return (
    <p className={styles.failure}>
      {message}
      {charged !== null && <strong className={styles.charged}>{text(charged)}</strong>}
      {advice !== null && <span className={styles.failureMore}>{text(advice)}</span>}
      {record !== null && <span className={styles.failureMore}>{record}</span>}
    </p>
  )
}
