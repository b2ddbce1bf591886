import { expect, it } from 'vitest'
import { dayOf, startOfDay } from '#renderer/ui/days.ts'

it.each(['0002-03-04', '0099-12-31', '1902-01-01', '2024-02-29'])('begins the day %s and no other', (day) => {
  const start = startOfDay(day) ?? 0
  expect(dayOf(start)).toBe(day)
  expect(dayOf(start - 1)).not.toBe(day)
})

it('begins a later day, and none where there is no day', () => {
  expect(dayOf(startOfDay('2023-12-31', 1) ?? 0)).toBe('2024-01-01')
  expect([startOfDay(''), startOfDay('2024-2-1')]).toEqual([null, null])
})
