import { describe, expect, it } from 'vitest'
import { createFairQueue } from '#local-service/workers/fair-queue.ts'

describe('turns', () => {
  it('go round between users, each in the order of their own', () => {
    const turns = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) turns.add(item.charAt(0), item)
    const order = Array.from({ length: 8 }, () => turns.next())
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined])
  })

  it('put who was just served behind those who wait', () => {
    const turns = createFairQueue<string>()
    turns.add('a', 'a1')
    turns.add('a', 'a2')
    expect(turns.next()).toBe('a1')
    turns.add('b', 'b1')
    expect([turns.next(), turns.next()]).toEqual(['a2', 'b1'])
    turns.add('b', 'b2')
    turns.add('a', 'a3')
    expect([turns.next(), turns.next()]).toEqual(['b2', 'a3'])
  })

  it('lose what is taken out, and count what is left', () => {
    const turns = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'b1']) turns.add(item.charAt(0), item)
    expect([turns.remove('a1'), turns.remove('a1'), turns.size]).toEqual([true, false, 2])
    expect([turns.remove('b1'), turns.next(), turns.next(), turns.size]).toEqual([true, 'a2', undefined, 0])
    turns.add('a', 'a3')
    turns.add('b', 'b2')
    expect([turns.drain(), turns.size, turns.next()]).toEqual([['a3', 'b2'], 0, undefined])
  })
})
