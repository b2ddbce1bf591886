/** The header of the queue: pause and resume, clearing, why tasks wait, and the filters with their counts. */
import { ListX, Pause, Play } from 'lucide-react'
import { MenuTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import { useHost, useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { MenuPopover } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import { useClearQueue } from './use-clear-queue.ts'
import { Holds } from './holds.tsx'
import { countFor, filterOf, FILTERS, FILTER_STATES, QUEUE_SORTS, type SortingStore } from './list-order.ts'
import styles from './queue-view.module.css'
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
  const filter = useStore(tasks, ({ states }) => filterOf(states))
  const sort = useStore(sorting, (state) => state.sort)
  const search = useStore(sorting, (state) => state.search)
  const isPaused = queue?.paused === true
  return (
    <header className={styles.bar}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>{text('place.queue')}</h1>
          <UsageLine />
        </div>
        <div className={styles.headActions}>
          <Button
            icon={isPaused ? Play : Pause}
            isDisabled={queue === null}
            onPress={() => void store.setPaused(!isPaused)}
          >
            {text(isPaused ? 'queue.resume' : 'queue.pause')}
          </Button>
          {queue !== null && <ClearButton />}
        </div>
      </div>
      <Problem words={error?.message} />
      <Holds />
      <div className={styles.filters}>
        <Segmented
          label={text('queue.filter')}
          layout="wrap"
          value={filter}
          onChange={(chosen) => void tasks.show(FILTER_STATES[chosen])}
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
        <SearchBox
          label={text('queue.search')}
          value={search}
          onChange={(next) => sorting.setState({ search: next })}
          className={styles.search}
        />
        {/* What waits stands in the order of sending. */}
        {filter !== 'waiting' && (
          <Select
            label={text('queue.sort')}
            isLabelHidden
            className={styles.sort}
            value={sort}
            onChange={(next) => sorting.setState({ sort: next })}
            options={QUEUE_SORTS.map((value) => ({ value, label: text(`queue.sort.${value}`) }))}
          />
        )}
      </div>
    </header>
  )
}

function ClearButton() {
  const { text } = useWords()
  const { choices, ask } = useClearQueue()
  return (
    <MenuTrigger>
      <Button icon={ListX} isDisabled={choices.length === 0}>
        {text('queue.clear')}
      </Button>
      <MenuPopover label={text('queue.clear')} placement="bottom end" items={choices} onChoose={ask} />
    </MenuTrigger>
  )
}
