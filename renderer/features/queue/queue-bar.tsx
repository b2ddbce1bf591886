/** The queue's head: pause and resume, why nothing moves, and the filters with their counts. */
import { Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import { useHost, useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import { Holds } from './holds.tsx'
import styles from './queue-bar.module.css'
import { countFor, filterOf, FILTERS, statesOf } from './queue-filter.ts'
import { UsageLine } from './usage-line.tsx'

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
        <div className={styles.title}>
          <h1>{text('place.queue')}</h1>
          <UsageLine />
        </div>
        <Button
          icon={isPaused ? Play : Pause}
          isDisabled={queue === null}
          onPress={() => void store.getState().setPaused(!isPaused)}
        >
          {text(isPaused ? 'queue.resume' : 'queue.pause')}
        </Button>
      </div>
      {error !== null && <p className={styles.error}>{error.message}</p>}
      <Holds />
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
