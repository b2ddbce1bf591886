import { expect, it } from 'vitest'
import type { GenerateRequest } from '#contract/tasks.ts'
import { forecastRequests } from '#renderer/features/create/batch/forecast.ts'

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
