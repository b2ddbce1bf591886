import { describe, expect, it } from 'vitest'
import { NO_ORDER, without } from '#renderer/features/gallery/order.ts'
import { rangesOf, valuesOf } from '#renderer/features/gallery/ranges.ts'
import {
  carried,
  choose,
  chooseAll,
  chooseRanges,
  idsOf,
  NOTHING_SELECTED,
  targetsOf,
  type Selection,
} from '#renderer/features/gallery/selection.ts'
import { assetIdOf, orderOf } from './layouts.ts'

const ORDER = orderOf(['a', 'b', 'c', 'd', 'e'])
const PLAIN = { isRange: false, isToggle: false }
const SHIFT = { isRange: true, isToggle: false }
const CTRL = { isRange: false, isToggle: true }
const pick = (index: number) => choose(NOTHING_SELECTED, index, PLAIN)
const chosen = ({ ranges }: Selection) => [...valuesOf(ranges)]

describe('selecting', () => {
  it('replaces, toggles and extends', () => {
    expect(chosen(choose(pick(0), 2, PLAIN))).toEqual([2])
    expect(chosen(choose(pick(0), 2, CTRL))).toEqual([0, 2])
    expect(chosen(choose(pick(0), 0, CTRL))).toEqual([])
    expect(chosen(choose(pick(3), 1, SHIFT))).toEqual([1, 2, 3])
    expect(chosen(choose(choose(pick(0), 2, CTRL), 4, { isRange: true, isToggle: true }))).toEqual([
      0, 2, 3, 4,
    ])
  })
  it('keeps the start of a range while it grows and shrinks', () => {
    const grown = choose(pick(1), 4, SHIFT)
    expect(chosen(choose(grown, 2, SHIFT))).toEqual([1, 2])
  })
  it('takes what a rectangle touches, beside what was there', () => {
    const before = pick(0)
    expect(chosen(chooseRanges(before, rangesOf([2, 3]), before.ranges))).toEqual([0, 2, 3])
    expect(chosen(chooseRanges(before, rangesOf([2, 3]), []))).toEqual([2, 3])
  })
  it('is about the cursor where nothing is selected', () => {
    expect(idsOf(ORDER, targetsOf({ ...NOTHING_SELECTED, focused: 3 }))).toEqual([assetIdOf('d')])
    expect(idsOf(ORDER, targetsOf({ ...pick(1), focused: 3 }))).toEqual([assetIdOf('b')])
    expect(targetsOf(NOTHING_SELECTED)).toEqual([])
  })
})

describe('a selection in another order', () => {
  it('stays with its items', () => {
    const after = orderOf(['new', 'e', 'c', 'a'])
    const selection = choose(choose(pick(0), 2, CTRL), 4, CTRL)
    expect(carried(selection, ORDER, after)).toEqual({ ranges: rangesOf([1, 2, 3]), anchor: 1, focused: 1 })
  })
  it('does not take in what is new when everything was selected', () => {
    const after = orderOf(['new', 'a', 'b'])
    expect(chosen(carried(chooseAll(pick(0), 5), ORDER, after))).toEqual([1, 2])
  })
  it('moves on to the neighbour when the selected item goes', () => {
    const gone = (selection: Selection, names: readonly number[]) =>
      carried(selection, ORDER, without(ORDER, rangesOf(names)))
    expect(gone(pick(2), [2])).toEqual({ ranges: rangesOf([2]), anchor: 2, focused: 2 })
    expect(gone(pick(4), [3, 4])).toEqual({ ranges: rangesOf([2]), anchor: 2, focused: 2 })
    expect(carried(pick(0), ORDER, NO_ORDER)).toEqual(NOTHING_SELECTED)
  })
})
