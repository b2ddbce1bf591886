/** Gathers the tasks of one press of the button, so that the feed shows them together. */
import type { Task } from '#contract/tasks.ts'
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'

export interface Batch {
  readonly id: string
  /** In the order they were asked for. */
  readonly tasks: readonly Task[]
  readonly first: Task
  readonly matrix: Matrix | null
  /** Those that say what they do: the first of several that do the same. */
  readonly tellers: ReadonlySet<Task>
}

/**
 * Groups tasks, which are newest first, into batches in the same order. A batch in which nothing changed since the last call
 * stays the same object.
 */
export function createGrouping(): (tasks: readonly Task[]) => readonly Batch[] {
  let known = new Map<string, Batch>()
  return (tasks) => {
    const batches = new Map<string, Batch>()
    for (const [id, members] of Map.groupBy(tasks, (task) => task.batchId)) {
      const ordered = members.toReversed()
      const [first] = ordered
      const same = known.get(id)
      if (same !== undefined && isSame(same.tasks, ordered)) batches.set(id, same)
      else if (first !== undefined)
        batches.set(id, {
          id,
          tasks: ordered,
          first,
          matrix: matrixOf(ordered),
          tellers: tellersOf(ordered),
        })
    }
    known = batches
    return Array.from(batches.values())
  }
}

function tellersOf(tasks: readonly Task[]): ReadonlySet<Task> {
  const said = ({ state, error, slow = false }: Task): string => JSON.stringify([state, error?.message, slow])
  const tellers = new Set<Task>()
  let before: string | null = null
  for (const task of tasks) {
    const message = said(task)
    if (message !== before) tellers.add(task)
    before = message
  }
  return tellers
}

export function isSame(a: readonly Task[], b: readonly Task[]): boolean {
  return a.length === b.length && a.every((task, index) => task === b[index])
}

/** How far a batch is. What is neither done, nor ended otherwise, nor the user's to decide is still open. */
export function batchProgress(tasks: readonly Task[]) {
  const countOf = (counts: (state: TaskState) => boolean): number =>
    tasks.filter(({ state }) => counts(state)).length
  const needsYou = (state: TaskState): boolean => state === 'unknown' || state === 'unsaved'
  return {
    tasks: tasks.length,
    done: countOf((state) => state === 'saved'),
    needsYou: countOf(needsYou),
    ended: countOf((state) => !isOpen(state) && state !== 'saved' && !needsYou(state)),
  }
}

export interface ProblemGroup {
  readonly first: Task
  readonly tasks: readonly Task[]
}

/** In the order of their first task. What needs a decision of its own stands alone. */
export function problemGroups(tasks: readonly Task[]): readonly ProblemGroup[] {
  const troubled = tasks.filter(
    ({ state, error }) => !isOpen(state) && (error !== undefined || state === 'unknown'),
  )
  return Array.from(Map.groupBy(troubled, causeOf).values()).flatMap((members) => {
    const [first] = members
    return first === undefined ? [] : [{ first, tasks: members }]
  })
}

function causeOf({ id, state, error }: Task): string {
  if (state === 'unknown') return id
  return JSON.stringify([state, error?.code, error?.message, error?.charged])
}

export interface MatrixAxis {
  readonly name: string
  /** In the order they were asked for. */
  readonly values: readonly string[]
}

export interface Matrix {
  readonly columns: MatrixAxis
  /** Without a second axis there is one row without a name. */
  readonly rows: MatrixAxis
  readonly pages: MatrixAxis | null
  /** The tasks of a place, several where requests were repeated. `page` is 0 where there are no pages. */
  tasksAt(column: number, row: number, page: number): readonly Task[]
}

const NO_ROWS: MatrixAxis = { name: '', values: [''] }
const NOTHING: readonly Task[] = []

/** null where some task has no place, or where there is one place alone. `tasks` in the order they were asked for. */
export function matrixOf(tasks: readonly Task[]): Matrix | null {
  const names = tasks[0]?.request.provenance?.cell?.map(({ axis }) => axis) ?? []
  const [columnName, rowName, pageName] = names
  if (columnName === undefined || names.length > 3) return null
  const isPlaced = ({ request }: Task): boolean =>
    JSON.stringify(request.provenance?.cell?.map(({ axis }) => axis)) === JSON.stringify(names)
  if (!tasks.every(isPlaced)) return null
  const cellOf = ({ request }: Task): readonly string[] =>
    request.provenance?.cell?.map(({ value }) => value) ?? []
  const places = Map.groupBy(tasks, (task) => keyOf(cellOf(task)))
  if (places.size < 2) return null
  const axis = (name: string, index: number): MatrixAxis => {
    return { name, values: Array.from(new Set(tasks.map((task) => cellOf(task)[index] ?? ''))) }
  }
  const columns = axis(columnName, 0)
  const rows = rowName === undefined ? NO_ROWS : axis(rowName, 1)
  const pages = pageName === undefined ? null : axis(pageName, 2)
  return {
    columns,
    rows,
    pages,
    tasksAt(column, row, page) {
      const place = [columns.values[column], rows.values[row], pages?.values[page]].slice(0, names.length)
      return places.get(keyOf(place)) ?? NOTHING
    },
  }
}

function keyOf(values: readonly (string | undefined)[]): string {
  return JSON.stringify(values)
}
