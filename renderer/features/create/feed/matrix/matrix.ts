/** Finds the matrix that the requests of a batch were made as. */
import type { Task } from '#contract/tasks.ts'

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
  const places = new Map<string, Task[]>()
  const values = names.map(() => new Set<string>())
  for (const task of tasks) {
    const cell = task.request.provenance?.cell
    if (cell?.length !== names.length || cell.some(({ axis }, index) => axis !== names[index])) return null
    const key = keyOf(cell.map(({ value }) => value))
    for (const [index, { value }] of cell.entries()) values[index]?.add(value)
    const there = places.get(key)
    if (there === undefined) places.set(key, [task])
    else there.push(task)
  }
  if (places.size < 2) return null
  const axis = (name: string, index: number): MatrixAxis => ({
    name,
    values: Array.from(values[index] ?? []),
  })
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
