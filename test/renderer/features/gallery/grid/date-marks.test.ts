import { expect, it } from 'vitest'
import { monthMarks } from '#renderer/features/gallery/grid/date-scale.tsx'
import { layRows } from '#renderer/ui/justified-rows.ts'
import { orderOf } from '../layouts.ts'

const monthOf = (time: number): string => {
  const date = new Date(time)
  return `${date.getFullYear()}-${date.getMonth() + 1}`
}

it('marks where each month begins, newest first, and no two too near to each other', () => {
  const times = Array.from(
    { length: 900 },
    (_, index) => new Date(2026, 5, 15, 12).getTime() - index * 21_600_000,
  )
  const order = orderOf(times.map((createdAt, index) => ({ name: String(index), createdAt })))
  const rows = layRows(order.aspects, 800, 100, 6)
  const marks = monthMarks(order, rows, 300, 1_000)
  const expected = [...new Set(times.map(monthOf))]
  expect(marks.map(({ time }) => monthOf(time))).toEqual(expected.slice(0, marks.length))
  expect(marks.length).toBeGreaterThan(6)
  expect(marks.every(({ at }, index) => at <= 1 && at >= (marks[index - 1]?.at ?? 0))).toBe(true)
  const few = monthMarks(order, rows, 300, 3)
  expect(few.length).toBeLessThanOrEqual(4)
})
