import { describe, expect, it } from 'vitest'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import {
  allTasks,
  indexOfTask,
  rowsOf,
  type Row,
  type RowSources,
} from '#renderer/features/queue/queue-rows.ts'
import { taskOf } from './tasks.ts'

const NOTHING: RowSources = {
  tasks: [],
  active: [],
  waiting: [],
  states: [],
  unfolded: new Set(),
  sort: 'newest',
}

describe('the rows of the queue', () => {
  it('shows what is at work, then what waits in its order, then what has ended', () => {
    const [a, b, c, d] = [
      taskOf('a', 'running'),
      taskOf('b', 'queued'),
      taskOf('c', 'queued'),
      taskOf('d', 'saved'),
    ]
    const rows = rowsOf({ ...NOTHING, tasks: [c, b, a, d], active: [a], waiting: [c, b] })
    expect(rows.map(words)).toEqual(['active 1', 'a', 'next 2', 'c', 'b', 'earlier 1', 'd'])
  })
  it('names no section where there is only one to look at', () => {
    const rows = rowsOf({ ...NOTHING, tasks: [taskOf('d', 'saved')] })
    expect(rows.map(words)).toEqual(['d'])
  })
  it('shows a task once, in its later state, while one list is behind the other', () => {
    const rows = rowsOf({ ...NOTHING, tasks: [taskOf('a', 'saved')], active: [taskOf('a', 'running')] })
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
  it('puts all but what waits in the order that was asked for', () => {
    const of = (model: string) => ({ request: { ...taskOf('', 'saved').request, model } })
    const waiting = [taskOf('w1', 'queued', of('z')), taskOf('w2', 'queued', of('a'))]
    const tasks = [
      ...waiting,
      taskOf('a', 'saved', of('model 10')),
      taskOf('b', 'failed', of('model 9')),
      taskOf('c', 'unknown', of('model 10')),
    ]
    const ordered = (sort: RowSources['sort'], states: readonly TaskState[] = []) =>
      rowsOf({ ...NOTHING, tasks, waiting, states, sort })
        .map(words)
        .join(' ')
    expect(ordered('newest')).toBe('next 2 w1 w2 earlier 3 a b c')
    expect(ordered('oldest')).toBe('next 2 w1 w2 earlier 3 c b a')
    expect(ordered('state')).toBe('next 2 w1 w2 earlier 3 c b a')
    expect(ordered('model')).toBe('next 2 w1 w2 earlier 3 b a c')
    expect(ordered('model', ['queued'])).toBe('w1 w2')
  })
  it('folds those of a batch together that stand together', () => {
    const batch = (id: string, state: TaskState) => taskOf(id, state, { batchId: 'B', batchName: 'Foxes' })
    const tasks = [batch('a', 'saved'), batch('b', 'failed'), taskOf('x', 'rejected'), batch('c', 'saved')]
    const rows = rowsOf({ ...NOTHING, tasks, sort: 'state', unfolded: new Set(['B']) })
    expect(rows.map(words)).toEqual(['b', 'x', 'Foxes: a c', '- a', '- c'])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5)
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
