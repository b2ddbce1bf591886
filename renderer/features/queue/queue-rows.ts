/** The rows of the list: sections, folded batches, and single tasks. */
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { foldedBy, sortTasks, type QueueSort } from './list-order.ts'

/** `listed`: the only section of a list that is filtered by state. */
export type Section = 'active' | 'next' | 'earlier' | 'listed'

export type Row =
  | { readonly kind: 'section'; readonly key: string; readonly section: Section; readonly count: number }
  | {
      readonly kind: 'batch'
      readonly key: string
      readonly section: Section
      readonly batchId: string
      readonly name: string | undefined
      /** The tasks of the batch in this place, at least two. */
      readonly tasks: readonly Task[]
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'task'
      readonly key: string
      readonly section: Section
      readonly task: Task
      /** Under the row of its batch. */
      readonly isNested: boolean
    }

export interface RowSources {
  /** Tasks of the filter, newest first; running and waiting ones may be among them. */
  readonly tasks: readonly Task[]
  /** Newest first, all of them. */
  readonly active: readonly Task[]
  /** Waiting tasks, in sending order. */
  readonly waiting: readonly Task[]
  /** The filter; empty for every state. */
  readonly states: readonly TaskState[]
  /** Batches that are unfolded. */
  readonly unfolded: ReadonlySet<string>
  /** The sort of all but waiting tasks. */
  readonly sort: QueueSort
}

export function rowsOf({ tasks, active, waiting, states, unfolded, sort }: RowSources): readonly Row[] {
  if (states.length === 1 && states[0] === 'queued') return foldRuns('next', waiting, unfolded)
  if (states.length > 0) return foldBatches('listed', tasks, unfolded, sort)
  const earlier = tasks.filter(({ state }) => !isOpen(state))
  // A task is in one section only, even while one of the two lists has not received its change.
  const ended = new Set(earlier.map(({ id }) => id))
  const isStill = ({ id }: Task): boolean => !ended.has(id)
  const sections = [
    section('active', foldBatches('active', active.filter(isStill), unfolded, sort)),
    section('next', foldRuns('next', waiting.filter(isStill), unfolded)),
    section('earlier', foldBatches('earlier', earlier, unfolded, sort)),
  ].filter((rows) => rows.length > 0)
  // A single section needs no heading, except that of waiting tasks.
  return sections.length === 1 && waiting.length === 0 ? sections.flat().slice(1) : sections.flat()
}

export function tasksOf(row: Row): readonly Task[] {
  if (row.kind === 'task') return [row.task]
  return row.kind === 'batch' ? row.tasks : []
}

/** Every task of the rows once, folded ones too. */
export function allTasks(rows: readonly Row[]): readonly Task[] {
  return rows.flatMap((row) => (row.kind === 'task' && row.isNested ? [] : tasksOf(row)))
}

/** The row of a task, or that of the batch it is folded into; -1 where it is not listed. */
export function indexOfTask(rows: readonly Row[], taskId: string): number {
  const own = rows.findIndex((row) => row.kind === 'task' && row.task.id === taskId)
  return own >= 0 ? own : rows.findIndex((row) => tasksOf(row).some(({ id }) => id === taskId))
}

function section(name: Section, rows: readonly Row[]): readonly Row[] {
  if (rows.length === 0) return []
  return [{ kind: 'section', key: `section:${name}`, section: name, count: allTasks(rows).length }, ...rows]
}

/** A batch is where the first of its tasks is. */
function foldBatches(
  name: Section,
  tasks: readonly Task[],
  unfolded: ReadonlySet<string>,
  sort: QueueSort,
): readonly Row[] {
  const batches = Map.groupBy(sortTasks(tasks, sort), (task) => foldedBy(task, sort))
  return Array.from(batches).flatMap(([key, members]) => fold(name, members, `:${key}`, unfolded))
}

/** Order matters here: only adjacent tasks of a batch are folded. */
function foldRuns(name: Section, tasks: readonly Task[], unfolded: ReadonlySet<string>): readonly Row[] {
  const runs: Task[][] = []
  for (const task of tasks) {
    const last = runs.at(-1)
    if (last?.[0]?.batchId === task.batchId) last.push(task)
    else runs.push([task])
  }
  const seen = new Map<string, number>()
  return runs.flatMap((members) => {
    const batchId = members[0]?.batchId ?? ''
    const run = seen.get(batchId) ?? 0
    seen.set(batchId, run + 1)
    return fold(name, members, `:${run}`, unfolded)
  })
}

function fold(
  section: Section,
  tasks: readonly Task[],
  suffix: string,
  unfolded: ReadonlySet<string>,
): readonly Row[] {
  const [first] = tasks
  if (first === undefined) return []
  const { batchId, batchName: name } = first
  const isBatch = tasks.length > 1
  const isUnfolded = unfolded.has(batchId)
  const rows = tasks.map((task): Row => ({ kind: 'task', key: task.id, section, task, isNested: isBatch }))
  if (!isBatch) return rows
  const key = `batch:${section}:${batchId}${suffix}`
  const head: Row = { kind: 'batch', key, section, batchId, name, tasks, isOpen: isUnfolded }
  return isUnfolded ? [head, ...rows] : [head]
}
