import { describe, expect, it } from 'vitest'
import type { RequestCount } from '#contract/queue.ts'
import { dayUsage, usageTable } from '#renderer/features/queue/usage-summary.ts'

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
  it('counts what left, of all profiles, so that the outcomes add up', () => {
    const items = [
      count({ number: 8 }),
      count({ number: 3, profileId: 'b' }),
      count({ outcome: 'rejected' }),
      count({ outcome: 'not_sent', number: 5 }),
      count({ number: 40, day: '2026-03-01' }),
    ]
    expect(dayUsage(items, '2026-03-02')).toEqual({
      sent: 12,
      outcomes: [
        { outcome: 'accepted', number: 11 },
        { outcome: 'rejected', number: 1 },
      ],
    })
  })
})

describe('the table of the last days', () => {
  it('has a row for each model of each profile, newest day first, and the columns that occur', () => {
    const items = [
      count({ day: '2026-03-01', number: 2 }),
      count({ number: 3 }),
      count({ outcome: 'unknown' }),
      count({ profileId: 'b', outcome: 'not_sent' }),
    ]
    const { days, outcomes } = usageTable(items)
    expect(outcomes).toEqual(['accepted', 'unknown', 'not_sent'])
    expect(
      days.map(({ day, rows }) => [day, rows.map(({ profileId, numbers }) => [profileId, numbers])]),
    ).toEqual([
      [
        '2026-03-02',
        [
          ['a', { accepted: 3, unknown: 1 }],
          ['b', { not_sent: 1 }],
        ],
      ],
      ['2026-03-01', [['a', { accepted: 2 }]]],
    ])
  })
})
