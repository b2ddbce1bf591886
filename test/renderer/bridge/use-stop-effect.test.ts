/** What Stop says of tasks of several services. */
import { expect, test } from 'vitest'
import { leastOf } from '#renderer/bridge/use-stop-effect.ts'

test.each([
  [['stops_cost', 'stops_cost'], 'stops_cost'],
  [['stops_cost', 'may_stop_cost'], 'may_stop_cost'],
  [['may_stop_cost', 'none'], 'none'],
  [['free', 'free_none'], 'free_none'],
  [['free', 'stops_cost'], 'stops_cost'],
  [['free_none', 'stops_cost'], 'none'],
] as const)('says of %j what holds for the least of them: %s', (effects, least) => {
  expect(leastOf(effects)).toBe(least)
  expect(leastOf(effects.toReversed())).toBe(least)
})
