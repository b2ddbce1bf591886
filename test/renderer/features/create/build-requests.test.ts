import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { formPart, planRequests } from '#renderer/features/create/build-requests.ts'
import type { Draft, DraftInput } from '#renderer/features/create/draft.ts'

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

const DRAFT: Draft = {
  prompt: ' a fox ',
  model: { provider: 'studio', id: 'ink', isTyped: false },
  scene: null,
  optionsText: '{}',
  requests: 1,
  inputs: [],
}

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

describe('planning the requests', () => {
  it('makes one request for several images where the model can', () => {
    expect(planRequests('image', { ...DRAFT, optionsText: '{"n":3,"x":{"y":[1]}}' }, MODEL)).toEqual({
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
    })
  })
  it('makes several requests where the model makes one image each, with seeds that differ', () => {
    const plan = planRequests('image', { ...DRAFT, requests: 3, optionsText: '{"seed":7}' }, PLAIN)
    expect('requests' in plan && plan.requests.map(({ options }) => options?.['seed'])).toEqual([7, 8, 9])
  })
  it('becomes image-to-image when there is an image', () => {
    const plan = planRequests('image', { ...DRAFT, inputs: [input()] }, MODEL)
    expect(plan).toMatchObject({
      requests: [{ scene: 'image-to-image', inputs: [{ inputId: 'inp_1', option: 'image_input[]' }] }],
    })
  })
  it('keeps a scene chosen by hand, and follows the inputs otherwise', () => {
    const scene = (media: 'image' | 'video', draft: Draft) => {
      const plan = planRequests(media, draft, PLAIN)
      return 'requests' in plan ? plan.requests[0]?.scene : plan
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
    ['sharedKey', { inputs: [input({ option: 'a' }), input({ option: 'a' })] }],
  ] as const)('names the obstacle: %s', (kind, patch) => {
    expect(planRequests('image', { ...DRAFT, ...patch }, MODEL)).toMatchObject({ kind })
  })
  it('needs no prompt where the options bring one', () => {
    const plan = planRequests('music', { ...DRAFT, prompt: '', optionsText: '{"lyrics":"la"}' }, PLAIN)
    expect(plan).toMatchObject({ requests: [{ options: { lyrics: 'la' } }] })
    expect('requests' in plan && plan.requests[0]?.prompt).toBeUndefined()
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
