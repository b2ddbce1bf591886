/** The rows of the queue. Only those near the window are in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { classNames } from '../../ui/class-names.ts'
import { useWords } from '../../ui/text.ts'
import { ListRow, type ListRowActions } from './list-row.tsx'
import { ListState } from './list-state.tsx'
import styles from './queue-list.module.css'
import { indexOfTask, tasksOf, type Row } from './queue-rows.ts'
import { useRowDrag } from './use-row-drag.ts'
import type { Selection } from './use-selection.ts'

const ROW_HEIGHT = 56
const SECTION_HEIGHT = 36
const AHEAD = 30

export interface QueueListHandle {
  /** The row that has the cursor. */
  focusedRow(): Row | null
  /** Puts the cursor on a task's row, or on the first where the task is not listed. */
  focus(taskId: string | null): void
}

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

  // The row that the Tab key leads to: the last one that had the cursor, wherever it has moved to since.
  const [cursor, setCursor] = useState<Row | null>(null)
  const cursorIndex = cursor === null ? -1 : findRow(rows, cursor)
  const tabbable =
    cursorIndex >= 0 ? cursorIndex : (items.find(({ index }) => canFocus(rows[index]))?.index ?? 0)
  const lastCursor = useRef(0)

  /** Puts the cursor on the row at `from`, or on the nearest behind it in the direction of `step`. */
  function focusRow(from: number, step: 1 | -1 = 1): void {
    const at = Math.min(rows.length - 1, Math.max(0, from))
    const to = canFocus(rows[at]) ? at : nextRow(rows, at, step)
    if (to === null) return
    view.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-cursor]`)?.focus(),
    )
  }
  useImperativeHandle(ref, () => ({
    focusedRow: () =>
      scroller.current?.contains(document.activeElement) === true ? (rows[cursorIndex] ?? null) : null,
    focus: (taskId) => focusRow(taskId === null ? 0 : indexOfTask(rows, taskId)),
  }))
  // The row with the cursor was removed: its neighbour takes the cursor, where nothing else has it by now.
  const isCursorLost = cursor !== null && cursorIndex < 0
  useEffect(() => {
    if (!isCursorLost || rows.length === 0) return
    const frame = requestAnimationFrame(() => {
      setCursor(null)
      if (document.activeElement === document.body) focusRow(lastCursor.current, -1)
    })
    return () => cancelAnimationFrame(frame)
  })

  function takeCursor(event: FocusEvent): void {
    const index = indexOf(event.target)
    if (index === null) return
    lastCursor.current = index
    setCursor(rows[index] ?? null)
  }
  function press(event: KeyboardEvent): void {
    const from = indexOf(event.target)
    const row = from === null ? undefined : rows[from]
    if (from === null || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (!pressOn(row, from, event)) return
    event.preventDefault()
  }
  function pressOn(row: Row, from: number, event: KeyboardEvent): boolean {
    const ids = tasksOf(row).map(({ id }) => id)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (step !== undefined) {
      const to = nextRow(rows, from, step)
      if (to === null) return true
      if (event.shiftKey) selection.add([...ids, ...tasksOf(rows[to] ?? row).map(({ id }) => id)])
      focusRow(to)
    } else if (event.key === 'Home') focusRow(0)
    else if (event.key === 'End') focusRow(rows.length - 1, -1)
    else if (event.key === ' ' || event.key === 'x') selection.toggle(ids)
    else if (row.kind === 'batch' && event.key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight'))
      onToggle(row.batchId)
    else if (row.kind === 'task' && row.isNested && event.key === 'ArrowLeft')
      focusRow(rows.slice(0, from).findLastIndex(({ kind }) => kind === 'batch'))
    else return false
    return true
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys move between the rows
    <div className={styles.scroller} ref={scroller} onKeyDown={press} onFocus={takeCursor} {...drag.handlers}>
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
                isTabbable={item.index === tabbable}
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

function canFocus(row: Row | undefined): boolean {
  return row !== undefined && row.kind !== 'section'
}

/** The next row that can have the cursor; null where there is none. */
function nextRow(rows: readonly Row[], from: number, step: 1 | -1): number | null {
  const to =
    step === 1
      ? rows.findIndex((row, index) => index > from && canFocus(row))
      : rows.findLastIndex((row, index) => index < from && canFocus(row))
  return to === -1 ? null : to
}

/** Where a row is that may have moved to another section, or lost tasks, since. */
function findRow(rows: readonly Row[], cursor: Row): number {
  const same = rows.findIndex(({ key }) => key === cursor.key)
  if (same !== -1) return same
  const [first] = tasksOf(cursor)
  return first === undefined ? -1 : indexOfTask(rows, first.id)
}

/** The row that an element is in, by its place in the list. */
function indexOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-index]') : null
  return row === null ? null : Number(row.getAttribute('data-index'))
}
