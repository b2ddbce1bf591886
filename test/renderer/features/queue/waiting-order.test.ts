import { describe, expect, it } from 'vitest'
import { rowsOf, type Row } from '#renderer/features/queue/queue-rows.ts'
import { dropTarget, inSendingOrder, reorder, stepTarget } from '#renderer/features/queue/waiting-order.ts'
import { taskOf } from './tasks.ts'

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
