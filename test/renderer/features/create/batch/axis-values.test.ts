import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import {
  formatValues,
  parseValues,
  toggleValue,
  valueLabels,
} from '#renderer/features/create/batch/axis-values.ts'
import { seededRandom } from '#contract/rules/seeded-random.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { forecastRequests } from '#renderer/features/create/batch/forecast.ts'
import { slow } from '#test/stand-ins/scale.ts'

describe('the values of an axis', () => {
  it.each<[typed: string, values: readonly Json[]]>([
    ['16:9, 1:1', ['16:9', '1:1']],
    ['5, "5"', [5, '5']],
    ['[1, 2.5, -3e2]', [1, 2.5, -300]],
    ['[1, 2], {"a": [3, 4]}', [[1, 2], { a: [3, 4] }]],
    ['true\nfalse\nnull', [true, false, null]],
    ['"a, b", c d ,, ', ['a, b', 'c d']],
    ['1K, 1K, 2K', ['1K', '2K']],
    ['a 5" screen, b', ['a 5" screen', 'b']],
    ['"say \\"hi, you\\""', ['say "hi, you"']],
    ['', []],
  ])('reads %j', (typed, values) => {
    expect(parseValues(typed)).toEqual({ ok: true, values })
  })
  it.each([
    ['1, {"a": ', '{"a":'],
    ['[1, 2', '[1, 2'],
    ['"open', '"open'],
    ['1e999', '1e999'],
  ])('names what it cannot read in %j', (typed, part) => {
    expect(parseValues(typed)).toEqual({ ok: false, part })
  })
  slow('reads what it writes, whatever the values are', () => {
    const chance = seededRandom(7)
    const signs = ['a', '5', '"', ',', ' ', '\\', '[', '{', ']', '}', '\n', 'é', ':', '-', 'true', 'null', '']
    const word = (): string =>
      Array.from({ length: Math.floor(chance() * 5) }, () => signs[Math.floor(chance() * signs.length)]).join(
        '',
      )
    const value = (depth: number): Json => {
      const kind = Math.floor(chance() * (depth > 2 ? 4 : 6))
      if (kind === 0) return word()
      if (kind === 1) return Math.round((chance() - 0.5) * 1e6) / 1e3
      if (kind === 2) return chance() < 0.5
      if (kind === 3) return null
      if (kind === 4) return Array.from({ length: 2 }, () => value(depth + 1))
      return { [word()]: value(depth + 1) }
    }
    for (let round = 0; round < 2_000; round++) {
      const values = Array.from({ length: 1 + Math.floor(chance() * 4) }, () => value(0))
      const distinct = Array.from(new Map(values.map((one) => [JSON.stringify(one), one])).values())
      // One list alone is what its brackets say: the values themselves.
      if (distinct.length === 1 && Array.isArray(distinct[0])) continue
      expect(parseValues(formatValues(distinct))).toEqual({ ok: true, values: distinct })
    }
  })
  it('adds a picked value and takes it away again, and leaves alone what it cannot read', () => {
    expect(toggleValue('', '16:9')).toBe('16:9')
    expect(toggleValue('16:9', 5)).toBe('16:9, 5')
    expect(toggleValue('"5", 5', '5')).toBe('5')
    expect(toggleValue('{"half', 5)).toBe('{"half')
  })
  it('shows quotes only where two values would look alike', () => {
    expect(valueLabels(['5', 5, 'a', ''])).toEqual(['"5"', '5', 'a', '""'])
  })
})

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
