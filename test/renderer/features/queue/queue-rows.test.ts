import { describe, expect, it } from 'vitest'
import type { Task, TaskState } from '#contract/task.ts'
import {
  allTasks,
  indexOfTask,
  rowsOf,
  type Row,
  type RowSources,
} from '#renderer/features/queue/queue-rows.ts'
import { taskOf } from './tasks.ts'

const NOTHING: RowSources = { tasks: [], atWork: [], waiting: [], states: [], unfolded: new Set() }

describe('the rows of the queue', () => {
  it('shows what is at work, then what waits in its order, then what has ended', () => {
    const [a, b, c, d] = [
      taskOf('a', 'running'),
      taskOf('b', 'queued'),
      taskOf('c', 'queued'),
      taskOf('d', 'saved'),
    ]
    const rows = rowsOf({ ...NOTHING, tasks: [c, b, a, d], atWork: [a], waiting: [c, b] })
    expect(rows.map(words)).toEqual(['atWork 1', 'a', 'next 2', 'c', 'b', 'earlier 1', 'd'])
  })
  it('names no section where there is only one to look at', () => {
    const rows = rowsOf({ ...NOTHING, tasks: [taskOf('d', 'saved')] })
    expect(rows.map(words)).toEqual(['d'])
  })
  it('shows a task once, in its later state, while one list is behind the other', () => {
    const rows = rowsOf({ ...NOTHING, tasks: [taskOf('a', 'saved')], atWork: [taskOf('a', 'running')] })
    expect(rows.map(words)).toEqual(['a'])
  })
  it('folds a batch, and shows its tasks under it when it is unfolded', () => {
    const tasks = ['a', 'b'].map((id) => taskOf(id, 'saved', { batchId: 'B', batchName: 'Foxes' }))
    const other = taskOf('c', 'failed')
    expect(rowsOf({ ...NOTHING, tasks: [...tasks, other] }).map(words)).toEqual(['Foxes: a b', 'c'])
    const open = rowsOf({ ...NOTHING, tasks: [...tasks, other], unfolded: new Set(['B']) })
    expect(open.map(words)).toEqual(['Foxes: a b', '- a', '- b', 'c'])
    expect(allTasks(open).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect([indexOfTask(open, 'b'), indexOfTask(rowsOf({ ...NOTHING, tasks }), 'b')]).toEqual([2, 0])
  })
  it('keeps the order of what waits where another task stands inside of a batch', () => {
    const batch = (id: string) => taskOf(id, 'queued', { batchId: 'B', batchName: 'Foxes' })
    const waiting = [batch('a'), batch('b'), taskOf('x', 'queued'), batch('c'), batch('d')]
    const rows = rowsOf({ ...NOTHING, waiting, states: ['queued'] })
    expect(rows.map(words)).toEqual(['Foxes: a b', 'x', 'Foxes: c d'])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  })
  it('lists a filter without sections', () => {
    const states: TaskState[] = ['running']
    const rows = rowsOf({
      ...NOTHING,
      tasks: [taskOf('a', 'running')],
      waiting: [taskOf('b', 'queued')],
      states,
    })
    expect(rows.map(words)).toEqual(['a'])
  })
})

function words(row: Row): string {
  if (row.kind === 'section') return `${row.section} ${row.count}`
  if (row.kind === 'task') return row.isNested ? `- ${row.task.id}` : row.task.id
  return `${row.name}: ${row.tasks.map(({ id }: Task) => id).join(' ')}`
}
