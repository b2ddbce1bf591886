/** The session, newest first. Only what is near the window is in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert, Images } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { TaskListStore } from '../../../bridge/stores/task-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { useDelayed } from '../../../ui/use-delayed.ts'
import type { Recipe } from '../form-store.ts'
import { BatchCard } from './batch-card.tsx'
import styles from './feed.module.css'
import { groupBatches } from './group-batches.ts'

const ESTIMATED_HEIGHT = 380

export interface FeedProps {
  readonly feed: TaskListStore
  /** Grows with each press of Generate: the feed goes back to its top. */
  readonly sent: number
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
  onEdit(recipe: Recipe): void
}

export function Feed({ feed, sent, ...actions }: FeedProps) {
  const { text } = useWords()
  const tasks = useStore(feed, (state) => state.tasks)
  const phase = useStore(feed, (state) => state.phase)
  const error = useStore(feed, (state) => state.error)
  const batches = useMemo(() => groupBatches(tasks), [tasks])
  const scroller = useRef<HTMLDivElement>(null)
  const slow = useDelayed(phase === 'loading')
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const rows = useVirtualizer({
    count: batches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (index) => batches[index]?.id ?? index,
    overscan: 2,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [sent])
  useEffect(() => {
    if (batches.length > 0 && last >= batches.length - 3) void feed.getState().loadMore()
  }, [feed, last, batches.length])

  return (
    <section className={styles.feed} aria-label={text('create.feed')} ref={scroller}>
      {phase === 'loading' && slow && <FeedSkeleton />}
      {phase === 'failed' && (
        <StateMessage
          icon={CircleAlert}
          tone="broken"
          title={text('create.feed.broken')}
          action={<Button onPress={() => void feed.getState().load()}>{text('action.retry')}</Button>}
        >
          {error?.message}
        </StateMessage>
      )}
      {phase === 'ready' && batches.length === 0 && (
        <StateMessage icon={Images} title={text('create.feed.empty')}>
          {text('create.feed.empty.text')}
        </StateMessage>
      )}
      <div className={styles.rows} style={{ blockSize: rows.getTotalSize() }}>
        {items.map((item) => {
          const batch = batches[item.index]
          return (
            batch !== undefined && (
              <div
                key={item.key}
                data-index={item.index}
                ref={rows.measureElement}
                className={styles.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <BatchCard batch={batch} {...actions} />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

function FeedSkeleton() {
  return (
    <div className={styles.skeletons}>
      {[0, 1].map((index) => (
        <div key={index}>
          <Skeleton width="40%" height={16} />
          <Skeleton width={320} height={320} />
        </div>
      ))}
    </div>
  )
}
