import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/models.ts'
import { planRequests } from '#renderer/features/create/build-requests.ts'
import type { Draft } from '#renderer/features/create/draft.ts'
import {
  drawAgain,
  type BatchSettings,
  ONE_REQUEST,
  readBatchSettings,
} from '#renderer/features/create/batch/batch-settings.ts'
import { DRAFT, knowing } from '../plans.ts'

const model = (id: string, seedMost: number): Model => ({
  id,
  provider: 'studio',
  label: id,
  mediaTypes: ['image'],
  scenes: [],
  raw: null,
  optionSchema: {
    properties: {
      steps: { type: 'integer', minimum: 1, maximum: 50 },
      seed: { type: 'integer', minimum: 0, maximum: seedMost },
    },
  },
})
const MODELS = [model('ink', 1_000), model('oil', 99)]
const BOTH = MODELS.map(({ provider, id }) => ({ provider, id, isTyped: false }))

function plan(patch: Partial<Omit<Draft, 'batch'>> & { readonly batch?: Partial<BatchSettings> }) {
  const draft: Draft = { ...DRAFT, ...patch, batch: { ...ONE_REQUEST, ...patch.batch } }
  return planRequests('image', draft, knowing('image', draft, MODELS))
}

function sent(patch: Parameters<typeof plan>[0]) {
  const planned = plan(patch)
  if ('kind' in planned) throw new Error(JSON.stringify(planned))
  return planned
}

describe('a matrix', () => {
  it('makes every combination, each with its place, the first axis varying slowest', () => {
    const { requests, axes, name } = sent({
      optionsText: '{"steps":9,"keep":true}',
      batch: {
        name: ' Trial ',
        axes: [
          { field: 'model', models: BOTH },
          { field: 'option', key: 'steps', values: '5, 7', isTyped: false },
        ],
      },
    })
    expect(requests.map(({ model: id, options, provenance }) => [id, options, provenance])).toEqual(
      [
        ['ink', 5],
        ['ink', 7],
        ['oil', 5],
        ['oil', 7],
      ].map(([id, steps]) => [
        id,
        { steps, keep: true },
        {
          cell: [
            { axis: 'model', value: id },
            { axis: 'steps', value: String(steps) },
          ],
        },
      ]),
    )
    expect(axes.map((axis) => [axis.name, axis.values.length])).toEqual([
      ['model', 2],
      ['steps', 2],
    ])
    expect(name).toBe('Trial')
  })
  it('keeps types apart', () => {
    const { requests } = sent({
      batch: { axes: [{ field: 'option', key: 'length', values: '5, "5"', isTyped: false }] },
    })
    expect(
      requests.map(({ options, provenance }) => [options?.['length'], provenance?.cell?.[0]?.value]),
    ).toEqual([
      [5, '5'],
      ['5', '"5"'],
    ])
  })
  it('shares the prompts of a template out among the values of a variable', () => {
    const { requests } = sent({
      prompt: '{red|green} [[animal]]',
      variables: { animal: 'fox\nowl' },
      batch: {
        axes: [
          { field: 'variable', name: 'animal' },
          { field: 'seed', values: '1, 2' },
        ],
      },
    })
    expect(requests.map(({ prompt, options }) => `${prompt} ${JSON.stringify(options?.['seed'])}`)).toEqual([
      'red fox 1',
      'green fox 1',
      'red fox 2',
      'green fox 2',
      'red owl 1',
      'green owl 1',
      'red owl 2',
      'green owl 2',
    ])
    expect(requests[0]?.provenance).toMatchObject({ template: '{red|green} [[animal]]' })
  })
  it('makes a whole axis of the prompts', () => {
    const { requests } = sent({
      prompt: '{red|green} fox',
      batch: { axes: [{ field: 'prompt' }, { field: 'seed', values: '3' }] },
    })
    expect(requests.map(({ provenance }) => provenance?.cell?.map(({ value }) => value))).toEqual([
      ['red fox', '3'],
      ['green fox', '3'],
    ])
  })
  it('gives the values of variables their places without any axis', () => {
    const { requests } = sent({ prompt: 'a [[animal]]', variables: { animal: 'fox\nowl' } })
    expect(requests.map(({ provenance }) => provenance?.cell)).toEqual([
      [{ axis: 'animal', value: 'fox' }],
      [{ axis: 'animal', value: 'owl' }],
    ])
  })
  it('never makes more than 1,000 requests, and says how many it would be', () => {
    const batch: Partial<BatchSettings> = {
      axes: [{ field: 'seed', values: Array.from({ length: 91 }, (_, at) => at).join(',') }],
    }
    expect(sent({ requests: 10, batch }).requests).toHaveLength(910)
    expect(plan({ requests: 11, batch })).toEqual({ kind: 'tooMany', total: 1_001 })
  })
  it.each<[name: string, axes: BatchSettings['axes'], index: number, problem: object]>([
    ['no values', [{ field: 'option', key: 'steps', values: ' , ', isTyped: false }], 0, { kind: 'empty' }],
    ['no models', [{ field: 'model', models: [] }], 0, { kind: 'empty' }],
    ['no key', [{ field: 'option', key: ' ', values: '1', isTyped: false }], 0, { kind: 'noKey' }],
    [
      'JSON that is none',
      [{ field: 'option', key: 'x', values: '1, {"a"', isTyped: false }],
      0,
      { kind: 'unreadable', part: '{"a"' },
    ],
    [
      'a number out of bounds',
      [{ field: 'option', key: 'steps', values: '5, 51', isTyped: false }],
      0,
      { kind: 'value', value: '51', problem: { kind: 'above' } },
    ],
    ['a seed that is none', [{ field: 'seed', values: '1.5' }], 0, { kind: 'notSeed', value: '1.5' }],
    [
      'a seed that one of the models refuses',
      [
        { field: 'model', models: BOTH },
        { field: 'seed', values: '100' },
      ],
      1,
      { kind: 'value', value: '100' },
    ],
    [
      'a field that varies twice',
      [
        { field: 'seed', values: '1' },
        { field: 'option', key: 'seed', values: '2', isTyped: false },
      ],
      1,
      { kind: 'twice' },
    ],
    ['a prompt without alternatives', [{ field: 'prompt' }], 0, { kind: 'noAlternatives' }],
    ['a variable that is gone', [{ field: 'variable', name: 'gone' }], 0, { kind: 'empty' }],
  ])('names the axis with %s', (_, axes, index, problem) => {
    expect(plan({ batch: { axes } })).toMatchObject({ kind: 'axis', index, problem })
  })
})

describe('the seeds of many', () => {
  const seedsOf = (patch: Parameters<typeof plan>[0]) =>
    sent(patch).requests.map(({ options }) => options?.['seed'])

  it('are the same for all where they are fixed', () => {
    const batch: Partial<BatchSettings> = { seeds: { kind: 'fixed', seed: 5 } }
    expect(seedsOf({ requests: 3, optionsText: '{"seed":9}', batch })).toEqual([5, 5, 5])
  })
  it('run from one to the other, whatever the count says', () => {
    expect(seedsOf({ requests: 50, batch: { seeds: { kind: 'range', from: 8, to: 10 } } })).toEqual([
      8, 9, 10,
    ])
  })
  it('are drawn within what every model takes, the same each time until they are drawn again', () => {
    const batch: BatchSettings = { ...ONE_REQUEST, seeds: { kind: 'random', draw: 4 } }
    const drawn = seedsOf({ requests: 40, batch })
    expect(new Set(drawn).size).toBeGreaterThan(35)
    expect(drawn.every((seed) => Number.isInteger(seed) && Number(seed) >= 0 && Number(seed) <= 1_000)).toBe(
      true,
    )
    expect(seedsOf({ requests: 40, batch })).toEqual(drawn)
    expect(seedsOf({ requests: 40, batch: drawAgain(batch) })).not.toEqual(drawn)
  })
  it('are shared by the cells of a matrix, so that only the axes differ', () => {
    const seeds = seedsOf({
      requests: 2,
      batch: {
        seeds: { kind: 'random', draw: 4 },
        axes: [{ field: 'option', key: 'steps', values: '1, 2, 3', isTyped: false }],
      },
    })
    expect(new Set(seeds).size).toBe(2)
  })
  it.each<[seeds: BatchSettings['seeds'], problem: string]>([
    [{ kind: 'fixed', seed: null }, 'unset'],
    [{ kind: 'fixed', seed: 1_001 }, 'value'],
    [{ kind: 'range', from: 1, to: null }, 'unset'],
    [{ kind: 'range', from: 2, to: 1 }, 'order'],
    [{ kind: 'range', from: 999, to: 1_001 }, 'value'],
  ])('are named as wrong: %j', (seeds, problem) => {
    expect(plan({ batch: { seeds } })).toMatchObject({ kind: 'seeds', problem: { kind: problem } })
  })
})

it('brings back what was kept, and leaves out what it cannot read', () => {
  const batch: BatchSettings = {
    name: 'Trial',
    seeds: { kind: 'range', from: 1, to: null },
    axes: [{ field: 'model', models: BOTH }, { field: 'variable', name: 'animal' }, { field: 'prompt' }],
  }
  expect(readBatchSettings(JSON.parse(JSON.stringify(batch)))).toEqual(batch)
  const spoiled = {
    name: 5,
    seeds: { kind: 'odd' },
    axes: [null, { field: 'seed' }, { field: 'option', key: 1 }],
  }
  expect([readBatchSettings(spoiled), readBatchSettings(null), readBatchSettings('x')]).toEqual([
    ONE_REQUEST,
    ONE_REQUEST,
    ONE_REQUEST,
  ])
})
