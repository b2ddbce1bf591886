import { expect, it } from 'vitest'
import { facetRows, ratingRows } from '#renderer/features/gallery/panel/facets.tsx'
import { dayOf, daysAgo, startOfDay } from '#renderer/ui/days.ts'

it('shows chosen values on top, also where nothing has them', () => {
  const counts = [
    { value: 'oil', count: 9 },
    { value: 'ink', count: 4 },
  ]
  expect(facetRows(counts, ['ink', 'chalk'])).toEqual([
    { value: 'ink', count: 4 },
    { value: 'chalk', count: 0 },
    { value: 'oil', count: 9 },
  ])
})

it('counts what has at least a rating', () => {
  const counts = [
    { value: '0', count: 90 },
    { value: '3', count: 4 },
    { value: '5', count: 2 },
  ]
  expect(ratingRows(counts, undefined)).toEqual([
    { rating: 5, count: 2 },
    { rating: 4, count: 2 },
    { rating: 3, count: 6 },
    { rating: 2, count: 6 },
    { rating: 1, count: 6 },
  ])
  expect(ratingRows([{ value: '0', count: 5 }], 4)).toEqual([{ rating: 4, count: 0 }])
})

it("names days and their first moments in the reader's time zone", () => {
  const noon = new Date(2026, 1, 28, 12).getTime()
  expect(dayOf(noon)).toBe('2026-02-28')
  expect(startOfDay('2026-02-28')).toBe(new Date(2026, 1, 28).getTime())
  expect(startOfDay('2026-02-28', 1)).toBe(new Date(2026, 2, 1).getTime())
  expect(daysAgo(30, new Date(noon))).toBe(new Date(2026, 0, 29).getTime())
  expect([startOfDay(''), startOfDay('soon', 1)]).toEqual([null, null])
})
