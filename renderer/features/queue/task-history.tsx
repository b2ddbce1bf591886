/** What happened to a task and when, to the second. */
import { Fragment } from 'react'
import type { TaskDetail } from '#contract/tasks.ts'
import { useWords } from '../../ui/text.ts'
import { historyWords } from './history-words.ts'
import styles from './task-panel.module.css'
import { localDay } from './usage-summary.ts'

export function TaskHistory({ task }: { readonly task: TaskDetail }) {
  const { text, clock, day, exact } = useWords()
  const { history } = task
  return (
    <section>
      <h2>{text('queue.task.history')}</h2>
      <ol className={styles.history}>
        {history.map((entry, index) => {
          const before = history[index - 1]
          const isNewDay = localDay(entry.at) !== localDay(before?.at ?? task.createdAt)
          const { id, values, detail } = historyWords(entry, task)
          return (
            <Fragment key={`${entry.at}:${entry.kind}:${entry.text}`}>
              {isNewDay && <li className={styles.day}>{day(localDay(entry.at))}</li>}
              <li className={styles.entry}>
                <time dateTime={new Date(entry.at).toISOString()} title={exact(entry.at)}>
                  {clock(entry.at)}
                </time>
                <span>
                  {id !== null && text(id, values)}
                  {detail !== null && <span className={id === null ? '' : styles.detail}>{detail}</span>}
                </span>
              </li>
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}
