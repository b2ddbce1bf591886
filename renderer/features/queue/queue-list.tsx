/** The rows of the queue. Only those near the window are in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type Ref } from 'react'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { classNames } from '../../ui/class-names.ts'
import { useWords } from '../../ui/text.ts'
import { ListRow, type ListRowActions } from './list-row.tsx'
import { ListState } from './list-state.tsx'
import styles from './queue-list.module.css'
import { tasksOf, type Row } from './queue-rows.ts'
import { useListCursor, type QueueListHandle } from './use-list-cursor.ts'
import { useRowDrag } from './use-row-drag.ts'
import type { Selection } from './use-selection.ts'

const ROW_HEIGHT = 56
const SECTION_HEIGHT = 36
const AHEAD = 30

export interface QueueListProps extends Pick<ListRowActions, 'onOpen' | 'onRename'> {
  readonly ref: Ref<QueueListHandle>
  readonly tasks: TaskListStore
  readonly rows: readonly Row[]
  readonly openId: string | null
  readonly selection: Selection
  onToggle(batchId: string): void
  onMove(ids: ReadonlySet<string>, before: string | null): void
  onCreate(): void
}

export function QueueList(props: QueueListProps) {
  const { ref, tasks: store, rows, openId, selection, onToggle, onMove, onCreate, ...actions } = props
  const { text } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(rows, selection.ids, onMove)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'section' ? SECTION_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  })
  // Sections come and go, so a place in the list does not always have the same height.
  useEffect(() => view.measure(), [view, rows])
  const items = view.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) void store.getState().loadMore()
  }, [store, last, rows.length])

  const cursor = useListCursor({ ref, scroller, rows, view, selection, onToggle })

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys move between the rows
    <div className={styles.scroller} ref={scroller} {...cursor.handlers} {...drag.handlers}>
      <ListState tasks={store} isEmpty={rows.length === 0} onCreate={onCreate} />
      <ul className={styles.rows} style={{ blockSize: view.getTotalSize() }} aria-label={text('place.queue')}>
        {items.map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          const side = drag.over?.index === item.index ? drag.over.side : null
          return (
            <li
              key={item.key}
              data-index={item.index}
              className={classNames(styles.row, side !== null && styles[side])}
              style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}
            >
              <ListRow
                row={row}
                openId={openId}
                isTabbable={item.index === cursor.tabbable}
                selected={selection.ids}
                onSelect={() => selection.toggle(tasksOf(row).map(({ id }) => id))}
                onToggle={() => row.kind === 'batch' && onToggle(row.batchId)}
                onDragStart={(event) => drag.start(event, row)}
                onDragEnd={drag.end}
                {...actions}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
