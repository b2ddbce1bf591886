/** The list of tasks, newest first. Only the rows near the window are in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert, ListTodo } from 'lucide-react'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useStore } from 'zustand'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { useWords } from '../../ui/text.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import styles from './queue-list.module.css'
import { QueueRow } from './queue-row.tsx'

const ROW_HEIGHT = 56
const AHEAD = 30

export interface QueueListHandle {
  /** The task whose row has the cursor. */
  focusedId(): string | null
  /** Puts the cursor on a task's row, or on the first where the task is not listed. */
  focus(taskId: string | null): void
}

export interface QueueListProps {
  readonly ref: Ref<QueueListHandle>
  readonly tasks: TaskListStore
  readonly openId: string | null
  onOpen(taskId: string): void
  onCreate(): void
}

export function QueueList({ ref, tasks: store, openId, onOpen, onCreate }: QueueListProps) {
  const { text } = useWords()
  const tasks = useStore(store, (state) => state.tasks)
  const phase = useStore(store, (state) => state.phase)
  const error = useStore(store, (state) => state.error)
  const isFiltered = useStore(store, (state) => state.states.length > 0)
  const slow = useDelayed(phase === 'loading')
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 8,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (tasks.length > 0 && last >= tasks.length - AHEAD) void store.getState().loadMore()
  }, [store, last, tasks.length])

  // The row that the Tab key leads to: the last one that had the cursor, wherever it has moved to since.
  const [cursorId, setCursorId] = useState<string | null>(null)
  const cursorIndex = cursorId === null ? -1 : tasks.findIndex(({ id }) => id === cursorId)
  const tabbable = cursorIndex >= 0 ? cursorIndex : (items[0]?.index ?? 0)
  const lastCursor = useRef(0)

  function focusRow(index: number): void {
    const to = Math.min(tasks.length - 1, Math.max(0, index))
    rows.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] a`)?.focus(),
    )
  }
  useImperativeHandle(ref, () => ({
    focusedId: () => (scroller.current?.contains(document.activeElement) === true ? cursorId : null),
    focus: (taskId) => focusRow(tasks.findIndex(({ id }) => id === taskId)),
  }))
  // The row with the cursor was removed: its neighbour takes the cursor, where nothing else has it by now.
  const isCursorLost = cursorId !== null && cursorIndex < 0
  useEffect(() => {
    if (!isCursorLost || tasks.length === 0) return
    const frame = requestAnimationFrame(() => {
      setCursorId(null)
      if (document.activeElement === document.body) focusRow(lastCursor.current)
    })
    return () => cancelAnimationFrame(frame)
  })

  function takeCursor(event: FocusEvent): void {
    const index = indexOf(event.target)
    if (index === null) return
    lastCursor.current = index
    setCursorId(tasks[index]?.id ?? null)
  }
  function press(event: KeyboardEvent): void {
    const from = indexOf(event.target)
    if (from === null) return
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: tasks.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusRow(to)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between the rows' links
    <div className={styles.scroller} ref={scroller} onKeyDown={press} onFocus={takeCursor}>
      {phase === 'loading' && slow && (
        <div className={styles.skeletons}>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <div key={index}>
              <Skeleton width={40} height={40} />
              <Skeleton width={`${70 - index * 6}%`} height={16} />
            </div>
          ))}
        </div>
      )}
      {phase === 'failed' && (
        <StateMessage
          icon={CircleAlert}
          tone="broken"
          title={text('queue.broken')}
          action={<Button onPress={() => void store.getState().load()}>{text('action.retry')}</Button>}
        >
          {error?.message}
        </StateMessage>
      )}
      {phase === 'ready' && tasks.length === 0 && isFiltered && (
        <StateMessage
          icon={ListTodo}
          title={text('queue.noMatch')}
          action={<Button onPress={() => void store.getState().show([])}>{text('queue.showAll')}</Button>}
        />
      )}
      {phase === 'ready' && tasks.length === 0 && !isFiltered && (
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
      )}
      <ul className={styles.rows} style={{ blockSize: rows.getTotalSize() }} aria-label={text('place.queue')}>
        {items.map((item) => {
          const task = tasks[item.index]
          return (
            task !== undefined && (
              <li
                key={item.key}
                data-index={item.index}
                className={styles.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <QueueRow
                  task={task}
                  isOpen={task.id === openId}
                  isTabbable={item.index === tabbable}
                  onOpen={onOpen}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

/** The row that an element is in, by its place in the list. */
function indexOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-index]') : null
  return row === null ? null : Number(row.getAttribute('data-index'))
}
