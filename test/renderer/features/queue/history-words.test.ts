import { expect, it } from 'vitest'
import { HISTORY_WORDS } from '#renderer/features/queue/task-history.tsx'

it("keeps the host's sentence where it says why, and where the kind is new", () => {
  expect(HISTORY_WORDS.accepted).toEqual(['history.accepted', 'alone'])
  expect(HISTORY_WORDS.rejected).toEqual(['history.rejected', 'with its text'])
  expect(HISTORY_WORDS.other).toEqual([null, 'with its text'])
})
