import { describe, expect, it } from 'vitest'
import type { RequestCount } from '#contract/queue.ts'
import { dayUsage } from '#renderer/features/queue/usage-line.tsx'

function count(more: Partial<RequestCount>): RequestCount {
  return {
    day: '2026-03-02',
    profileId: 'a',
    provider: 'x',
    model: 'm',
    outcome: 'accepted',
    number: 1,
    ...more,
  }
}

describe('a day of requests', () => {
  it('counts what may cost something, of all profiles, as Spending does; what was refused beside it', () => {
    const items = [
      count({ number: 8 }),
      count({ number: 3, profileId: 'b' }),
      count({ outcome: 'rejected' }),
      count({ outcome: 'unknown', number: 2 }),
      count({ outcome: 'not_sent', number: 5 }),
      count({ number: 40, day: '2026-03-01' }),
    ]
    expect(dayUsage(items, '2026-03-02')).toEqual({
      sent: 13,
      open: [{ outcome: 'unknown', number: 2 }],
      refused: [{ outcome: 'rejected', number: 1 }],
    })
  })
})
