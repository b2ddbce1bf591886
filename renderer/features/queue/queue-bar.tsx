/** The queue's head: pause and resume, why nothing moves, and the filters with their counts. */
import { Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import { useHost, useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-bar.module.css'
import { countFor, filterOf, FILTERS, statesOf } from './queue-filter.ts'

export function QueueBar({ tasks }: { readonly tasks: TaskListStore }) {
  const { text, number } = useWords()
  const { queue: store } = useHost()
  const queue = useHostState(
    (host) => host.queue,
    (state) => state.queue,
  )
  const error = useHostState(
    (host) => host.queue,
    (state) => state.error,
  )
  const states = useStore(tasks, (state) => state.states)
  const isPaused = queue?.paused === true
  return (
    <header className={styles.bar}>
      <div className={styles.head}>
        <h1>{text('place.queue')}</h1>
        <Button
          icon={isPaused ? Play : Pause}
          isDisabled={queue === null}
          onPress={() => void store.getState().setPaused(!isPaused)}
        >
          {text(isPaused ? 'queue.resume' : 'queue.pause')}
        </Button>
      </div>
      {error !== null && <p className={styles.error}>{error.message}</p>}
      <Holding />
      <div className={styles.filters}>
        <Segmented
          label={text('queue.filter')}
          layout="wrap"
          value={filterOf(states)}
          onChange={(filter) => void tasks.getState().show(statesOf(filter))}
          options={FILTERS.map((filter) => ({
            value: filter,
            label: (
              <>
                {text(`queue.filter.${filter}`)}{' '}
                <span className={styles.count}>
                  {queue !== null && number(countFor(filter, queue.counts))}
                </span>
              </>
            ),
          }))}
        />
      </div>
    </header>
  )
}

/** Why tasks are held back, each reason once. */
function Holding() {
  const { text, duration } = useWords()
  const queue = useHostState(
    (host) => host.queue,
    (state) => state.queue,
  )
  const holding = queue?.limits.holding ?? []
  const isTimed = holding.some((limit) => limit.until !== undefined)
  const now = useNow(1_000, isTimed)
  if (queue === null || (queue.reason === null && holding.length === 0)) return null
  const own = holding.some((limit) => limit.message === queue.reason) ? null : queue.reason
  return (
    <Status>
      <ul className={styles.holding}>
        {own !== null && <li>{own}</li>}
        {holding.map((limit) => (
          <li key={`${limit.profileId}:${limit.kind}`}>
            {limit.message}
            <span className={styles.count}>
              {limit.waiting > 0 && ` ${text('queue.holds', { count: limit.waiting })}`}
              {limit.until !== undefined &&
                limit.until > now &&
                ` ${text('queue.until', { time: duration(limit.until - now) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Status>
  )
}
