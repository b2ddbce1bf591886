/**
 * What is selected in the queue's list, and its cursor: which row has it, the keys that move it, and where it goes when its
 * row is removed.
 */
import type { Virtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import { indexOfTask, tasksOf, type Row } from './queue-rows.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Selects these, or takes them out where all of them are selected. */
  toggle(ids: readonly string[]): void
  add(ids: readonly string[]): void
  clear(): void
}

const NOTHING: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, setIds] = useState(NOTHING)
  const add = (some: readonly string[]): void => setIds((before) => new Set([...before, ...some]))
  return {
    ids,
    add,
    toggle(some) {
      if (!some.every((id) => ids.has(id))) add(some)
      else setIds(new Set(Array.from(ids).filter((id) => !some.includes(id))))
    },
    clear: () => setIds(NOTHING),
  }
}

export interface QueueListHandle {
  focusedRow(): Row | null
  /** Puts the cursor on a task's row, or on the first where the task is not listed. */
  focus(taskId: string | null): void
}

/** The row that the Tab key leads to: the last one that had the cursor, wherever it has moved to since. */
export interface Cursor {
  readonly row: Row | null
  /** -1 where it is no longer listed, or where there is none. */
  readonly index: number
  set(row: Row | null): void
}

export function useCursor(rows: readonly Row[]): Cursor {
  const [row, set] = useState<Row | null>(null)
  return { row, index: row === null ? -1 : findRow(rows, row), set }
}

export interface ListCursorOptions {
  readonly ref: Ref<QueueListHandle>
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly view: Virtualizer<HTMLDivElement, Element>
  readonly cursor: Cursor
  readonly selection: Selection
  onToggle(batchId: string): void
}

export function useListCursor(options: ListCursorOptions) {
  const { ref, scroller, rows, view, cursor, selection, onToggle } = options
  const tabbable =
    cursor.index >= 0
      ? cursor.index
      : (view.getVirtualItems().find(({ index }) => canFocus(rows[index]))?.index ?? 0)
  const lastCursor = useRef(0)

  /** Focuses the row at `from`, or the next that can have the cursor in the direction of `step`. */
  function focusRow(from: number, step: 1 | -1 = 1): void {
    const at = Math.min(rows.length - 1, Math.max(0, from))
    const to = canFocus(rows[at]) ? at : nextRow(rows, at, step)
    if (to === null) return
    view.scrollToIndex(to, { align: 'auto' })
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-cursor]`)
    const line = find()
    // At once where it is in the page: the next key is meant for it. Else with the frame that brings it.
    if (line) line.focus()
    else requestAnimationFrame(() => find()?.focus())
  }
  useImperativeHandle(ref, () => ({
    focusedRow: () =>
      scroller.current?.contains(document.activeElement) === true ? (rows[cursor.index] ?? null) : null,
    focus: (taskId) => focusRow(taskId === null ? 0 : indexOfTask(rows, taskId)),
  }))
  // The row with the cursor was removed: its neighbour takes the cursor, unless something else has the focus.
  const isCursorLost = cursor.row !== null && cursor.index < 0
  useEffect(() => {
    if (!isCursorLost || rows.length === 0) return
    const frame = requestAnimationFrame(() => {
      cursor.set(null)
      if (document.activeElement === document.body) focusRow(lastCursor.current, -1)
    })
    return () => cancelAnimationFrame(frame)
  })

  function takeCursor(event: FocusEvent): void {
    const index = indexOf(event.target)
    if (index === null) return
    lastCursor.current = index
    cursor.set(rows[index] ?? null)
  }
  function press(event: KeyboardEvent): void {
    const from = indexOf(event.target)
    const row = from === null ? undefined : rows[from]
    if (from === null || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (pressOn(row, from, event, { rows, selection, focusRow, onToggle })) event.preventDefault()
  }
  return { tabbable, handlers: { onKeyDown: press, onFocus: takeCursor } }
}

interface RowKeys extends Pick<ListCursorOptions, 'rows' | 'selection' | 'onToggle'> {
  focusRow(from: number, step?: 1 | -1): void
}

/** True where the key meant something. */
function pressOn(
  row: Row,
  from: number,
  event: KeyboardEvent,
  { rows, selection, focusRow, onToggle }: RowKeys,
): boolean {
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
