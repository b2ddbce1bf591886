import { expect, it } from 'vitest'
import { createTaskIds } from '#core/tasks/task-id.ts'

it('names tasks so that their ids sort in the order they were made in', () => {
  const idOf = createTaskIds()
  const ids = [1_700_000_000_000, 1_700_000_000_001].flatMap((now) =>
    Array.from({ length: 1_000 }, () => idOf(now)),
  )
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(2_000)
  expect(
    ids.every((id) => /^task_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toBe(true)
})
