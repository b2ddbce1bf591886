/** Where waiting tasks go when they are moved, by dragging or by keys. */
import { useRef, useState, type DragEvent, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '#renderer/bridge/host.tsx'
import type { TaskListStore } from '#renderer/bridge/stores/task-list.ts'
import { useFormatter } from '#renderer/ui/text.ts'
import { tasksOf, type Row } from './queue-rows.ts'

/** In sending order; those in `expected` in that order, until the host reports it. */
export function inSendingOrder(tasks: readonly Task[], expected: readonly string[] | null): readonly Task[] {
  const places = new Map(expected?.map((id, place) => [id, place]))
  return tasks.toSorted(
    (a, b) => placeOf(a, places) - placeOf(b, places) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )
}

function placeOf({ id, position }: Task, places: ReadonlyMap<string, number>): number {
  return places.size > 0 ? (places.get(id) ?? Infinity) : (position ?? Infinity)
}

/** `order` with `moved`, in their own order, before `before`; at the end where that is null. */
export function reorder(
  order: readonly string[],
  moved: readonly string[],
  before: string | null,
): readonly string[] {
  const moving = new Set(moved)
  const rest = order.filter((id) => !moving.has(id))
  const at = before === null ? -1 : rest.indexOf(before)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, ...order.filter((id) => moving.has(id)))
}

/**
 * The task that `moved` go before when they make one step towards the front (-1) or the end (1); null: the end. undefined where
 * there is no step left. A folded batch is stepped over as a whole.
 */
export function stepTarget(
  rows: readonly Row[],
  moved: ReadonlySet<string>,
  step: -1 | 1,
): string | null | undefined {
  const units = rows.filter(isUnit).map((row) => tasksOf(row).map(({ id }) => id))
  const isMoved = (unit: readonly string[]): boolean => unit.some((id) => moved.has(id))
  const at = step === -1 ? units.findIndex(isMoved) : units.findLastIndex(isMoved)
  if (at === -1 || units[at + step] === undefined) return undefined
  return step === -1 ? units[at - 1]?.[0] : (units[at + 2]?.[0] ?? null)
}

/**
 * The task that tasks dropped on row `index` go before. `side` is the half of the row. Moved tasks are
 * skipped.
 */
export function dropTarget(
  rows: readonly Row[],
  moved: ReadonlySet<string>,
  index: number,
  side: 'before' | 'after',
): string | null {
  const row = rows[index]
  // Behind an open batch's own row is in front of its first task.
  const isHead = row?.kind === 'batch' && row.isOpen
  const start = side === 'before' || isHead ? index : index + 1
  const ids = rows
    .slice(start)
    .filter(isUnit)
    .flatMap((unit) => tasksOf(unit).map(({ id }) => id))
  return ids.find((id) => !moved.has(id)) ?? null
}

/** What moves as one: a task, or a folded batch. */
function isUnit(row: Row): boolean {
  return row.section === 'next' && (row.kind === 'task' || (row.kind === 'batch' && !row.isOpen))
}

const TYPE = 'application/x-atelier-tasks'

interface RowDrag {
  /** Where the dragged tasks would go. */
  readonly over: { readonly index: number; readonly side: 'before' | 'after' } | null
  start(event: DragEvent, row: Row): void
  end(): void
  readonly handlers: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
}

/** Dragging what waits to another place of the list. */
export function useRowDrag(
  rows: readonly Row[],
  selected: ReadonlySet<string>,
  onMove: (ids: ReadonlySet<string>, before: string | null) => void,
): RowDrag {
  const [over, setOver] = useState<RowDrag['over']>(null)
  const moved = useRef<ReadonlySet<string>>(new Set())
  function placeAt(event: DragEvent): RowDrag['over'] {
    if (!event.dataTransfer.types.includes(TYPE)) return null
    const element = event.target instanceof Element ? event.target.closest('[data-index]') : null
    const index = Number(element?.getAttribute('data-index') ?? NaN)
    if (element === null || rows[index]?.section !== 'next') return null
    const { top, height } = element.getBoundingClientRect()
    // In front of the first means behind its heading.
    const isHeading = rows[index].kind === 'section'
    return { index, side: isHeading || event.clientY > top + height / 2 ? 'after' : 'before' }
  }
  return {
    over,
    start(event, row) {
      const own = tasksOf(row).map(({ id }) => id)
      moved.current = own.every((id) => selected.has(id)) ? selected : new Set(own)
      event.dataTransfer.setData(TYPE, own.join())
      event.dataTransfer.effectAllowed = 'move'
      const shown = event.target instanceof Element ? event.target.closest('[data-index]') : null
      if (shown !== null) event.dataTransfer.setDragImage(shown, 16, 28)
    },
    end: () => setOver(null),
    handlers: {
      onDragOver(event) {
        const place = placeAt(event)
        if (place?.index !== over?.index || place?.side !== over?.side) setOver(place)
        if (place === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave(event) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null)
      },
      onDrop(event) {
        const place = placeAt(event)
        setOver(null)
        if (place === null) return
        event.preventDefault()
        onMove(moved.current, dropTarget(rows, moved.current, place.index, place.side))
      },
    },
  }
}

export interface Reorder {
  readonly active: readonly Task[]
  readonly waiting: readonly Task[]
  /** What the last move came to, for screen readers. */
  readonly announcement: string
  readonly problem: string | null
  /** Puts them before another one, at the end with null. Tasks that do not wait are left where they are. */
  move(ids: ReadonlySet<string>, before: string | null): void
  moveToFront(ids: ReadonlySet<string>): void
  /** Moves them one row towards the front (-1) or the end (1). */
  step(rows: readonly Row[], ids: ReadonlySet<string>, step: 1 | -1): void
}

/** What is open: at work, and waiting in the order of sending, which the user can change. */
export function useReorder(store: TaskListStore): Reorder {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { tasks, nextCursor } = useStore(store)
  const [queued, active] = useMemo(() => partition(tasks), [tasks])
  const order = queued.map(({ id, position }) => `${id}:${position}`).join()
  // The user's arrangement of `order`: counts until the host reports an order.
  const [arranged, setArranged] = useState<{ order: string; ids: readonly string[] } | null>(null)
  const expected = arranged?.order === order ? arranged.ids : null
  const [announcement, setAnnouncement] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // The oldest task is sent first and is on the last page: all pages are needed.
  useEffect(() => {
    if (nextCursor !== null) void store.loadMore()
  }, [store, nextCursor])
  const waiting = useMemo(() => inSendingOrder(queued, expected), [queued, expected])

  async function send(ids: readonly string[], before: string | null): Promise<void> {
    const response = await bridge.call('tasks.move', { ids: [...ids], before })
    setProblem(response.ok ? null : response.error.message)
    if (!response.ok) setArranged(null)
  }
  function move(ids: ReadonlySet<string>, before: string | null): void {
    const places = waiting.map(({ id }) => id)
    const moved = places.filter((id) => ids.has(id))
    const [first] = moved
    if (first === undefined) return
    const next = reorder(places, moved, before)
    if (next.join() === places.join()) return
    setArranged({ order, ids: next })
    setAnnouncement(text('queue.moved', { place: next.indexOf(first) + 1, total: next.length }))
    void send(moved, before)
  }
  return {
    active,
    waiting,
    announcement,
    problem,
    move,
    step(rows, ids, step) {
      const before = stepTarget(rows, ids, step)
      if (before !== undefined) move(ids, before)
    },
    moveToFront: (ids) => move(ids, waiting.find(({ id }) => !ids.has(id))?.id ?? null),
  }
}

function partition(tasks: readonly Task[]): readonly [queued: readonly Task[], active: readonly Task[]] {
  const isQueued = ({ state }: Task): boolean => state === 'queued'
  return [tasks.filter(isQueued), tasks.filter((task) => !isQueued(task))]
}
