import { expect, it } from 'vitest'
import { historyWords } from '#renderer/features/queue/history-words.ts'

const TASK = { remoteId: 'tsk_8f', assetIds: ['a', 'b'] }

it('names a known kind in words of its own, with the facts of the task', () => {
  expect(historyWords({ at: 1, kind: 'accepted', text: 'accepted as tsk_8f' }, TASK)).toEqual({
    id: 'history.accepted',
    values: { id: 'tsk_8f', files: 2 },
    detail: null,
  })
})
it("keeps the host's sentence where it says why, and where the kind is new", () => {
  expect(historyWords({ at: 1, kind: 'rejected', text: 'Not allowed.' }, TASK)).toMatchObject({
    id: 'history.rejected',
    detail: 'Not allowed.',
  })
  expect(historyWords({ at: 1, kind: 'other', text: 'the service says DREAMING' }, TASK)).toMatchObject({
    id: null,
    detail: 'the service says DREAMING',
  })
})
