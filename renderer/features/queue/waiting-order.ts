/** Where waiting tasks go when they are moved, by dragging or by keys. */
import type { Task } from '#contract/tasks.ts'
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
