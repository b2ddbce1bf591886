import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { formPart, planRequests, withConfirmedModels } from '#renderer/features/create/build-requests.ts'
import type { Draft, DraftInput } from '#renderer/features/create/draft.ts'
import { isTrusted } from '#renderer/features/create/model/models-store.ts'
import { DRAFT, knowing } from './plans.ts'

const MODEL: Model = {
  id: 'ink',
  provider: 'studio',
  label: 'Ink',
  mediaTypes: ['image'],
  scenes: [],
  raw: null,
  optionSchema: {
    properties: { n: { type: 'integer', minimum: 1, maximum: 4 }, image_input: { type: 'array' } },
  },
}
const PLAIN: Model = { id: 'ink', provider: 'studio', label: 'Ink', mediaTypes: [], scenes: [], raw: null }

function input(more: Partial<DraftInput> = {}): DraftInput {
  const media = {
    id: 'inp_1',
    kind: 'image',
    mimeType: 'image/png',
    sizeBytes: 1,
    sha256: 'x',
    name: 'a.png',
  } as const
  return { key: 'k', name: 'a.png', media, option: null, problem: null, ...more }
}

function plan(media: MediaType, draft: Draft, model: Model) {
  return planRequests(media, draft, knowing(media, draft, [model]))
}

describe('planning the requests', () => {
  it('makes one request for several images where the model can', () => {
    expect(plan('image', { ...DRAFT, optionsText: '{"n":3,"x":{"y":[1]}}' }, MODEL)).toEqual({
      profileId: 'one',
      requests: [
        {
          provider: 'studio',
          mediaType: 'image',
          model: 'ink',
          scene: 'text-to-image',
          prompt: 'a fox',
          options: { n: 3, x: { y: [1] } },
        },
      ],
      results: 3,
      axes: [],
    })
  })
  it('makes several requests where the model makes one image each, with seeds that differ', () => {
    const planned = plan('image', { ...DRAFT, requests: 3, optionsText: '{"seed":7}' }, PLAIN)
    expect('requests' in planned && planned.requests.map(({ options }) => options?.['seed'])).toEqual([
      7, 8, 9,
    ])
  })
  it('asks once about a model that the listing does not know, unless it has worked before', () => {
    const draft = { ...DRAFT, model: { provider: 'elsewhere', id: 'far', isTyped: true } }
    expect(plan('image', draft, MODEL)).toEqual({ kind: 'unlisted', id: 'far' })
    expect(plan('image', { ...draft, ...withConfirmedModels(draft) }, MODEL)).toMatchObject({ results: 1 })
    const known = { '["elsewhere","far"]': { options: [], refusesDataUris: false, succeeded: 1, failed: 0 } }
    const list = { items: [MODEL], stale: false, fetchedAt: 0 }
    expect([isTrusted({ list, known }, draft.model), isTrusted({ list, known: {} }, draft.model)]).toEqual([
      true,
      false,
    ])
    expect(isTrusted({ list: { ...list, items: [] }, known: {} }, draft.model)).toBe(true)
  })
  it('names the asset that the form was filled from, else the first that is an input', () => {
    const origins = [
      { ...DRAFT, fromAssetId: 'asset1', inputs: [input({ assetId: 'asset2' })] },
      { ...DRAFT, inputs: [input(), input({ key: 'k2', assetId: 'asset2' })] },
      { ...DRAFT, prompt: 'a {red|blue} fox', fromAssetId: 'asset1' },
      { ...DRAFT, inputs: [input()] },
    ].map((draft) => plan('image', draft, MODEL))
    expect(origins.map((planned) => 'requests' in planned && planned.requests[0]?.provenance)).toEqual([
      { fromAssetId: 'asset1' },
      { fromAssetId: 'asset2' },
      { fromAssetId: 'asset1', template: 'a {red|blue} fox' },
      undefined,
    ])
  })
  it('becomes image-to-image when there is an image', () => {
    const planned = plan('image', { ...DRAFT, inputs: [input()] }, MODEL)
    expect(planned).toMatchObject({
      requests: [{ scene: 'image-to-image', inputs: [{ inputId: 'inp_1', option: 'image_input[]' }] }],
    })
  })
  it('keeps a scene chosen by hand, and follows the inputs otherwise', () => {
    const scene = (media: 'image' | 'video', draft: Draft) => {
      const planned = plan(media, draft, PLAIN)
      return 'requests' in planned ? planned.requests[0]?.scene : planned
    }
    expect(scene('image', { ...DRAFT, scene: 'text-to-image', inputs: [input()] })).toBe('text-to-image')
    expect(scene('video', { ...DRAFT, inputs: [input()] })).toBe('image-to-video')
    expect(scene('video', { ...DRAFT, scene: 'text-to-image' })).toBe('text-to-video')
  })
  it.each([
    ['prompt', { prompt: '  ' }],
    ['model', { model: null }],
    ['provider', { model: { provider: ' ', id: 'x', isTyped: true } }],
    ['options', { optionsText: '{' }],
    ['optionField', { optionsText: '{"n":9}' }],
    ['inputPending', { inputs: [input({ media: null })] }],
    ['inputProblem', { inputs: [input({ media: null, problem: 'No.' })] }],
    ['inputs', { inputs: [input({ option: 'a' }), input({ option: 'a' })] }],
    ['inputs', { inputs: [input(), input({ key: 'm', role: 'mask', masks: 'another' })] }],
  ] as const)('names the obstacle: %s', (kind, patch) => {
    expect(plan('image', { ...DRAFT, ...patch }, MODEL)).toMatchObject({ kind })
  })
  it('needs no prompt where the options bring one', () => {
    const planned = plan('music', { ...DRAFT, prompt: '', optionsText: '{"lyrics":"la"}' }, PLAIN)
    expect(planned).toMatchObject({ requests: [{ options: { lyrics: 'la' } }] })
    expect('requests' in planned && planned.requests[0]?.prompt).toBeUndefined()
  })
})

it.each([
  ['requests.0.prompt', 'prompt'],
  ['requests.12.options.aspect_ratio', 'options.aspect_ratio'],
  ['requests.0.options', 'options'],
  ['requests.0.inputs.1.inputId', 'inputs'],
  ['name', null],
  [undefined, null],
])('finds the part of the form for %s', (field, part) => {
  expect(formPart(field)).toBe(part)
})
