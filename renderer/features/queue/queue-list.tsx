/** The rows of the queue, of which only those near the window are in the page, or why there are none. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ListTodo } from '#renderer/icons.tsx'
import { useEffect, useRef, type MouseEvent, type Ref } from 'react'
import { useStore } from 'zustand'
import { useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { useFormatter } from '../../ui/text.ts'
import { rangeWith } from '../../ui/range-with.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import type { SortingStore } from './list-order.ts'
import styles from './queue-list.module.css'
import { QueueRow, type RowActions } from './queue-row.tsx'
import type { Row } from './queue-rows.ts'
import { useCursor, useListCursor, type QueueListHandle } from './use-list-cursor.ts'
import { useRowDrag } from './waiting-order.ts'
import u from '#renderer/ui/utilities.module.css'

/** As `--row` in tokens.css. */
const ROW_HEIGHTS = { normal: 56, compact: 44 } as const
const SECTION_HEIGHT = 36
const AHEAD = 30
const OVERSCAN = 8

export interface QueueListProps extends RowActions {
  readonly ref: Ref<QueueListHandle>
  readonly tasks: TaskListStore
  readonly sorting: SortingStore
  readonly rows: readonly Row[]
  /** Something is listed above it: it is not empty without rows. */
  readonly isContinued: boolean
  onMenu(event: MouseEvent, row: Row): void
  onMove(ids: ReadonlySet<string>, before: string | null): void
  onCreate(): void
}

export function QueueList({
  ref,
  tasks: store,
  sorting,
  rows,
  isContinued,
  onMenu,
  onMove,
  onCreate,
  ...actions
}: QueueListProps) {
  const { text } = useFormatter()
  const { selection, onToggle } = actions
  const scroller = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(rows, selection.ids, onMove)
  const rowHeight =
    ROW_HEIGHTS[useHostState('settings', ({ settings }) => settings?.appearance.density ?? 'normal')]
  const cursor = useCursor(rows)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'section' ? SECTION_HEIGHT : rowHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rangeWith(range, cursor.index),
  })
  // Sections come and go, so a place in the list does not always have the same height.
  useEffect(() => view.measure(), [view, rows, rowHeight])
  const items = view.getVirtualItems()
  const last = (view.range?.endIndex ?? 0) + OVERSCAN
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) void store.loadMore()
  }, [store, last, rows.length])
  const { tabbable, handlers } = useListCursor({ ref, scroller, rows, view, cursor, selection, onToggle })
  function openMenu(event: MouseEvent): void {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const row = item === null ? undefined : rows[Number(item.dataset['index'])]
    if (row !== undefined) onMenu(event, row)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys move between the rows
    <div
      className={classNames(u.grow, u.shortens, u.scrollDown, u.lineAbove, styles.scroller)}
      ref={scroller}
      onContextMenu={openMenu}
      {...handlers}
      {...drag.handlers}
    >
      <ListState
        tasks={store}
        sorting={sorting}
        isEmpty={rows.length === 0 && !isContinued}
        onCreate={onCreate}
      />
      <ul className={u.relative} style={{ blockSize: view.getTotalSize() }} aria-label={text('place.queue')}>
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
              <QueueRow
                row={row}
                isTabbable={item.index === tabbable}
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

interface ListStateProps extends Pick<QueueListProps, 'tasks' | 'sorting'> {
  readonly isEmpty: boolean
  onCreate(): void
}

/** Shown in place of the list while it is loading, broken or empty. */
function ListState({ tasks, sorting, isEmpty, onCreate }: ListStateProps) {
  const { text } = useFormatter()
  const phase = useStore(tasks, (state) => state.phase)
  const error = useStore(tasks, (state) => state.error)
  const isFiltered = useStore(tasks, (state) => state.states.length > 0)
  const isSearched = useStore(sorting, ({ search, agentId }) => search.trim() !== '' || agentId !== null)
  const isSlow = useDelayed(phase === 'loading')
  if (phase === 'loading')
    return (
      isSlow &&
      isEmpty && (
        <div className={classNames(u.column, u.gap16, styles.skeletons)}>
          {[70, 64, 58, 52, 46, 40].map((percent) => (
            <div key={percent}>
              <Skeleton width={40} height={40} />
              <Skeleton width={`${percent}%`} height={16} />
            </div>
          ))}
        </div>
      )
    )
  if (phase === 'failed')
    return (
      <Broken title={text('queue.broken')} onRetry={() => void tasks.load()}>
        {error?.message}
      </Broken>
    )
  if (!isEmpty) return null
  if (isSearched)
    return (
      <StateMessage
        icon={ListTodo}
        title={text('queue.search.none')}
        action={
          <Button onPress={() => sorting.setState({ search: '', agentId: null })}>
            {text('queue.search.clear')}
          </Button>
        }
      />
    )
  if (isFiltered)
    return (
      <StateMessage
        icon={ListTodo}
        title={text('queue.noMatch')}
        action={<Button onPress={() => void tasks.show([])}>{text('queue.showAll')}</Button>}
      />
    )
  return (
    <StateMessage
      icon={ListTodo}
      title={text('queue.empty')}
      action={
        <Button kind="main" onPress={onCreate}>
          {text('queue.empty.action')}
        </Button>
      }
    >
      {text('queue.empty.text')}
    </StateMessage>
  )
}
