import { expect, it } from 'vitest'
import type { RenderedFailure } from '#contract/errors.ts'
import { mayBeSent, overMessage } from '#renderer/features/agents/approval-dialog.tsx'

const QUOTE = { expiresAt: 600_000 }

it('says that it expired only of what was over by then', () => {
  expect(overMessage(QUOTE, 599_999, null, false)).toBe('approval.decided')
  expect(overMessage(QUOTE, 600_000, null, false)).toBe('approval.expired')
})

it('never says that nothing was sent after an approval without a response', () => {
  const lost: RenderedFailure = { code: 'service_unavailable', message: 'No response.' }
  expect(mayBeSent(lost)).toBe(true)
  expect(mayBeSent(null)).toBe(false)
  for (const at of [0, 700_000]) expect(overMessage(QUOTE, at, lost, true)).toBe('approval.unsure')
})

it('leaves the reason to an error that tells that nothing was sent', () => {
  const changed: RenderedFailure = { code: 'conflict', message: 'Changed. Nothing was sent.', charged: 'no' }
  expect(mayBeSent(changed)).toBe(false)
  expect(overMessage(QUOTE, 0, changed, false)).toBeNull()
})
