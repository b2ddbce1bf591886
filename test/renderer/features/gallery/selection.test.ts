import { describe, expect, it } from 'vitest'
import { choose, forget, NOTHING_SELECTED } from '#renderer/features/gallery/selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const PLAIN = { isRange: false, isToggle: false }
const pick = (id: string) => choose(NOTHING_SELECTED, ORDER, id, PLAIN)

describe('selecting', () => {
  it('replaces, toggles and extends', () => {
    expect([...choose(pick('a'), ORDER, 'c', PLAIN).ids]).toEqual(['c'])
    expect([...choose(pick('a'), ORDER, 'c', { ...PLAIN, isToggle: true }).ids]).toEqual(['a', 'c'])
    expect([...choose(pick('a'), ORDER, 'a', { ...PLAIN, isToggle: true }).ids]).toEqual([])
    expect([...choose(pick('d'), ORDER, 'b', { ...PLAIN, isRange: true }).ids]).toEqual(['b', 'c', 'd'])
  })
  it('keeps the start of a range while it grows and shrinks', () => {
    const grown = choose(pick('b'), ORDER, 'e', { ...PLAIN, isRange: true })
    expect([...choose(grown, ORDER, 'c', { ...PLAIN, isRange: true }).ids]).toEqual(['b', 'c'])
  })
  it('moves on to the neighbour when the selected item goes', () => {
    expect(forget(pick('c'), ORDER, ['c'])).toEqual({ ids: new Set(['d']), anchor: 'd', focused: 'd' })
    expect(forget(pick('e'), ORDER, ['d', 'e']).focused).toBe('c')
    expect(forget(pick('a'), ORDER, ORDER)).toEqual({ ids: new Set(), anchor: null, focused: null })
  })
})
