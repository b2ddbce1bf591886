/** The place of a result that is not there yet: what is happening, since when, and how long it usually takes. */
import { useState } from 'react'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { stateWords } from '../../../../ui/task-state.tsx'
import { useWords } from '../../../../ui/text.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { rangeOf, type TimeRange } from '../../batch/forecast.ts'
import styles from './tiles.module.css'

export function WaitingTile({ task, isSmall = false }: { readonly task: Task; readonly isSmall?: boolean }) {
  const { text, duration, clock } = useWords()
  const isWorking = task.state !== 'queued' && isOpen(task.state)
  const now = useNow(1_000, isOpen(task.state))
  const { notBefore, error } = task
  const since = task.sentAt ?? task.createdAt
  const usual = useUsual(task)
  return (
    <div className={classNames(styles.tile, styles.waiting, isWorking && styles.working)}>
      <span className={styles.words}>
        {text(stateWords(task.state))}
        {isWorking && <span className={styles.time}>{duration(now - since)}</span>}
        {task.state === 'running' && task.slow === true && (
          <span className={styles.time}>{text('task.slower')}</span>
        )}
        {task.state === 'running' && task.slow !== true && usual !== null && (
          <span className={styles.time}>
            {text(usual.from === usual.to ? 'feed.usually.about' : 'feed.usually', { ...usual })}
          </span>
        )}
        {task.state === 'queued' && notBefore !== undefined && notBefore > now && (
          <span className={styles.time}>{text('task.notBefore', { clock: clock(notBefore) })}</span>
        )}
        {!isSmall && error !== undefined && <span className={styles.why}>{error.message}</span>}
      </span>
    </div>
  )
}

/** As first told: what is told later is of those alone that took as long as this one, and would move away from the reader. */
function useUsual({ eta, sentAt }: Task): TimeRange | null {
  const told =
    eta === undefined || sentAt === undefined ? null : rangeOf(eta.p50At - sentAt, eta.p90At - sentAt)
  const [first, setFirst] = useState(told)
  if (first === null && told !== null) setFirst(told)
  return first ?? told
}
