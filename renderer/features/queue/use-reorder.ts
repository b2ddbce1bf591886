/** What is open: at work, and waiting in the order of sending, which the user can change. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { useWords } from '../../ui/text.ts'
import type { Row } from './queue-rows.ts'
import { inSendingOrder, reorder, stepTarget } from './waiting-order.ts'

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

export function useReorder(store: TaskListStore): Reorder {
  const { text } = useWords()
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
