/** The place of a result that is not there yet: what its task does, for how long, and how long it usually takes. */
import { useState } from 'react'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { classNames } from '../../../../ui/class-names.ts'
import parts from '../../../../ui/parts.module.css'
import { stateWords } from '../../../../ui/task-state.tsx'
import { useWords } from '../../../../ui/text.ts'
import { timeRange, type TimeRange } from '../../../../ui/time-range.ts'
import { useNow } from '../../../../ui/use-now.ts'
import styles from './tiles.module.css'

export function WaitingTile({ task, isSmall = false }: { readonly task: Task; readonly isSmall?: boolean }) {
  const { text, duration, clock } = useWords()
  const isWorking = task.state !== 'queued' && isOpen(task.state)
  const now = useNow(1_000, isOpen(task.state))
  const { notBefore, error } = task
  const usual = useUsual(task)
  const notes = [
    isWorking && duration(now - (task.sentAt ?? task.createdAt)),
    task.state === 'running' && task.slow === true && text('task.slower'),
    task.state === 'running' &&
      task.slow !== true &&
      usual !== null &&
      text(usual.from === usual.to ? 'feed.usually.about' : 'feed.usually', { ...usual }),
    task.state === 'queued' &&
      notBefore !== undefined &&
      notBefore > now &&
      text('task.notBefore', { clock: clock(notBefore) }),
  ]
  return (
    <div className={classNames(styles.tile, styles.waiting, isWorking && styles.working)}>
      <span className={styles.words}>
        {text(stateWords(task.state))}
        {notes.map(
          (note, index) =>
            note !== false && (
              // oxlint-disable-next-line react/no-array-index-key -- each note has its place
              <span key={index} className={classNames(parts.quiet, parts.digits)}>
                {note}
              </span>
            ),
        )}
        {!isSmall && error !== undefined && (
          <span className={classNames(parts.quiet, parts.lines, styles.why)}>{error.message}</span>
        )}
      </span>
    </div>
  )
}

/** As first told: what is told later is of those alone that took as long as this one, and would move away from the reader. */
function useUsual({ eta, sentAt }: Task): TimeRange | null {
  const told =
    eta === undefined || sentAt === undefined ? null : timeRange(eta.p50At - sentAt, eta.p90At - sentAt)
  const [first, setFirst] = useState(told)
  if (first === null && told !== null) setFirst(told)
  return first ?? told
}
