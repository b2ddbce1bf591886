/** The header of the queue: pause and resume, why tasks wait, and the filters with their counts. */
import { Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import { useHost, useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import { ClearButton } from './clear-button.tsx'
import { Holds } from './holds.tsx'
import styles from './queue-bar.module.css'
import { countFor, filterOf, FILTERS, statesOf } from './queue-filter.ts'
import { QUEUE_SORTS, type SortingStore } from './queue-sort.ts'
import { UsageLine } from './usage-line.tsx'

export interface QueueBarProps {
  readonly tasks: TaskListStore
  readonly sorting: SortingStore
}

export function QueueBar({ tasks, sorting }: QueueBarProps) {
  const { text, number } = useWords()
  const { queue: store } = useHost()
  const queue = useHostState('queue', (state) => state.queue)
  const error = useHostState('queue', (state) => state.error)
  const states = useStore(tasks, (state) => state.states)
  const { sort, choose } = useStore(sorting)
  const filter = filterOf(states)
  const isPaused = queue?.paused === true
  return (
    <header className={styles.bar}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>{text('place.queue')}</h1>
          <UsageLine />
        </div>
        <div className={styles.actions}>
          <Button
            icon={isPaused ? Play : Pause}
            isDisabled={queue === null}
            onPress={() => void store.getState().setPaused(!isPaused)}
          >
            {text(isPaused ? 'queue.resume' : 'queue.pause')}
          </Button>
          {queue !== null && <ClearButton counts={queue.counts} />}
        </div>
      </div>
      {error !== null && <p className={styles.error}>{error.message}</p>}
      <Holds />
      <div className={styles.filters}>
        <Segmented
          label={text('queue.filter')}
          layout="wrap"
          value={filter}
          onChange={(chosen) => void tasks.getState().show(statesOf(chosen))}
          options={FILTERS.map((name) => ({
            value: name,
            label: (
              <>
                {text(`queue.filter.${name}`)}{' '}
                <span className={styles.count}>{queue !== null && number(countFor(name, queue.counts))}</span>
              </>
            ),
          }))}
        />
        {/* What waits stands in the order of sending. */}
        {filter !== 'waiting' && (
          <Select
            label={text('queue.sort')}
            className={styles.sort}
            value={sort}
            onChange={choose}
            options={QUEUE_SORTS.map((value) => ({ value, label: text(`queue.sort.${value}`) }))}
          />
        )}
      </div>
    </header>
  )
}
