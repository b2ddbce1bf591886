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
import { HISTORY_MESSAGES } from '#renderer/features/queue/task-panel.tsx'
import { dropTarget, inSendingOrder, reorder, stepTarget } from '#renderer/features/queue/waiting-order.ts'

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

it('names every kind of event but one that is new', () => {
  expect(HISTORY_MESSAGES.accepted).toBe('history.accepted')
  expect(HISTORY_MESSAGES.other).toBeNull()
})

const single = (id: string) => taskOf(id, 'queued')
const member = (id: string) => taskOf(id, 'queued', { batchId: 'B', batchName: 'Foxes' })

/** `a`, the batch `b c`, and `d`. */
function rows(unfolded: readonly string[] = []): readonly Row[] {
  const waiting = [single('a'), member('b'), member('c'), single('d')]
  return rowsOf({ tasks: [], active: [], waiting, states: [], unfolded: new Set(unfolded), sort: 'newest' })
}
const set = (...ids: readonly string[]) => new Set(ids)

describe('the order of what waits', () => {
  it('follows the positions, and the time where there are none', () => {
    const tasks = [
      taskOf('late', 'queued', { createdAt: 2 }),
      taskOf('early', 'queued', { createdAt: 1 }),
      taskOf('second', 'queued', { position: 1.5 }),
      taskOf('first', 'queued', { position: -2 }),
    ]
    expect(inSendingOrder(tasks, null).map(({ id }) => id)).toEqual(['first', 'second', 'early', 'late'])
    const expected = ['second', 'first', 'late', 'early']
    expect(inSendingOrder(tasks, expected).map(({ id }) => id)).toEqual(expected)
  })
  it('moves several in their own order', () => {
    expect(reorder(['a', 'b', 'c', 'd'], ['d', 'b'], 'a')).toEqual(['b', 'd', 'a', 'c'])
    expect(reorder(['a', 'b', 'c', 'd'], ['a'], null)).toEqual(['b', 'c', 'd', 'a'])
  })
  it('steps over a folded batch, and through an open one', () => {
    expect(stepTarget(rows(), set('d'), -1)).toBe('b')
    expect(stepTarget(rows(), set('a'), 1)).toBe('d')
    expect(stepTarget(rows(['B']), set('d'), -1)).toBe('c')
    expect(stepTarget(rows(['B']), set('a'), 1)).toBe('c')
  })
  it('moves a folded batch as one', () => {
    expect(stepTarget(rows(), set('b', 'c'), -1)).toBe('a')
    expect(stepTarget(rows(), set('b', 'c'), 1)).toBe(null)
  })
  it('has no step left at the ends', () => {
    expect([stepTarget(rows(), set('a'), -1), stepTarget(rows(), set('d'), 1)]).toEqual([
      undefined,
      undefined,
    ])
  })
  it('drops in front of a row or behind it, and never before what is moved itself', () => {
    const index = (name: string) => rows().findIndex(({ key }) => key.includes(name))
    expect(dropTarget(rows(), set('d'), index('a'), 'before')).toBe('a')
    expect(dropTarget(rows(), set('d'), index('a'), 'after')).toBe('b')
    expect(dropTarget(rows(), set('b', 'c'), index('a'), 'after')).toBe('d')
    expect(dropTarget(rows(), set('a'), index('d'), 'after')).toBe(null)
    expect(dropTarget(rows(), set('d'), 0, 'after')).toBe('a')
  })
  it('drops behind the head of an open batch in front of its first task', () => {
    const head = rows(['B']).findIndex(({ kind }) => kind === 'batch')
    expect(dropTarget(rows(['B']), set('d'), head, 'after')).toBe('b')
  })
})

function taskOf(id: string, state: TaskState, more: Partial<Task> = {}): Task {
  return {
    id,
    batchId: `batch of ${id}`,
    profileId: 'p',
    state,
    request: { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: id },
    createdAt: 0,
    updatedAt: 0,
    polls: 0,
    assetIds: [],
    ...more,
  }
}
