/** The session, newest first. Only what is near the window is in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert, Images, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Size } from '../../../ui/use-element-size.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { BatchHead } from './batch-head.tsx'
import styles from './feed.module.css'
import { type FeedRow, feedRows } from './feed-rows.ts'
import { createGrouping } from './batches.ts'
import { HeldLine } from './held-line.tsx'
import { MatrixGrid } from './matrix/matrix-grid.tsx'
import { TaskProblem } from './task-problem.tsx'
import { TileRow } from './tile-row.tsx'
import { TryThese } from './try-these.tsx'
import { useElementSize } from '../../../ui/use-element-size.ts'
import { useCreate } from '../create-context.ts'

/** `sent` grows with each press of Generate: the feed goes back to its top. */
export function Feed({ sent }: { readonly sent: number }) {
  const { text } = useWords()
  const { feed, variations, folded: folds } = useCreate()
  const varied = useStore(variations, (state) => state.sent)
  const tasks = useStore(feed, (state) => state.tasks)
  const phase = useStore(feed, (state) => state.phase)
  const error = useStore(feed, (state) => state.error)
  const folded = useStore(folds)
  const [group] = useState(createGrouping)
  const scroller = useRef<HTMLDivElement>(null)
  const window = useElementSize(scroller)
  const batches = useMemo(() => group(tasks), [group, tasks])
  const rows = useMemo(
    () => (window === null ? [] : feedRows(batches, folded, window)),
    [batches, folded, window],
  )
  const slow = useDelayed(phase === 'loading')
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [sent, varied])
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 6) void feed.loadMore()
  }, [feed, last, rows.length, tasks])

  return (
    <section className={styles.feed} aria-label={text('create.feed')} ref={scroller}>
      <HeldLine />
      <ChangeProblem />
      {phase === 'loading' && slow && <FeedSkeleton />}
      {phase === 'failed' && (
        <StateMessage
          icon={CircleAlert}
          tone="broken"
          title={text('create.feed.broken')}
          action={<Button onPress={() => void feed.load()}>{text('action.retry')}</Button>}
        >
          {error?.message}
        </StateMessage>
      )}
      {phase === 'ready' && batches.length === 0 && (
        <>
          <StateMessage icon={Images} title={text('create.feed.empty')}>
            {text('create.feed.empty.text')}
          </StateMessage>
          <TryThese />
        </>
      )}
      <div className={styles.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row !== undefined &&
            window !== null && (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                className={styles.row}
                style={{ insetBlockStart: item.start }}
              >
                <Row row={row} window={window} />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

/** Why the last change of a result failed. */
function ChangeProblem() {
  const { text } = useWords()
  const { changes } = useCreate()
  const problem = useStore(changes.store, (state) => state.problem)
  if (problem === null) return null
  return (
    <div className={styles.held}>
      <Problem words={problem.message} />
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => changes.dismiss()} />
    </div>
  )
}

function Row({ row, window }: { readonly row: FeedRow; readonly window: Size }) {
  switch (row.kind) {
    case 'head':
      return <BatchHead batch={row.batch} isFolded={row.isFolded} />
    case 'tiles':
    case 'audio':
      return <TileRow row={row} />
    case 'matrix':
      return <MatrixGrid batch={row.batch} matrix={row.matrix} window={window} />
    case 'problem':
      return <TaskProblem group={row.group} />
  }
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
