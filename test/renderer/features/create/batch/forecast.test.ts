import { expect, it } from 'vitest'
import type { GenerateRequest } from '#contract/tasks.ts'
import { forecastRequests, rangeOf, timeRange } from '#renderer/features/create/batch/forecast.ts'

const request = (model: string, options: GenerateRequest['options']): GenerateRequest => ({
  provider: 'p',
  mediaType: 'image',
  model,
  scene: 'text-to-image',
  prompt: 'x',
  ...(options === undefined ? {} : { options }),
})

it('asks once about requests that differ in their seed alone', () => {
  const requests = [
    request('a', { seed: 1, steps: 5 }),
    request('a', { seed: 2, steps: 5 }),
    request('a', { steps: 9 }),
    request('b', undefined),
  ]
  expect(forecastRequests(requests).map(({ model, options, count }) => [model, options, count])).toEqual([
    ['a', { steps: 5 }, 2],
    ['a', { steps: 9 }, 1],
    ['b', {}, 1],
  ])
})

it.each([
  [800, 4_300, { unit: 'second', from: 1, to: 5 }],
  [18_200, 39_900, { unit: 'second', from: 20, to: 40 }],
  [61_000, 400_000, { unit: 'minute', from: 2, to: 7 }],
  [3_600_000, 9_000_000, { unit: 'hour', from: 1, to: 2.5 }],
  [60_000, 36_000_000, { unit: 'hour', from: 0.5, to: 10 }],
])('tells %d to %d ms as a person would', (from, to, range) => {
  expect(rangeOf(from, to)).toEqual(range)
})

it('tells nothing where nothing is known', () => {
  expect(timeRange({})).toBeNull()
})
