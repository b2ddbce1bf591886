/** Which inputs of a workflow become the form, and how a request fills them. */
import { expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { comfyui } from '#core/service/apis/comfyui/comfyui.ts'
import type { Send } from '#core/service/service-api.ts'
import { nodeClasses, nodeInfo, type NodeClass } from '#test/stand-ins/services/comfyui/nodes.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'

const ADDRESS = { baseUrl: 'http://127.0.0.1:8188' }
const CLASSES: Readonly<Record<string, NodeClass>> = nodeClasses(['sd15.safetensors'], ['there.png'])

/** `/object_info/{class}`, answered from the fake's nodes and these. */
function answering(more: Readonly<Record<string, Json>> = {}): Send {
  return async ({ url }) => {
    const name = decodeURIComponent(url.split('/').at(-1) ?? '')
    const known = CLASSES[name]
    const own = more[name] ?? (known ? (nodeInfo(name, known) as unknown as Json) : undefined)
    return { kind: 'ok', value: own === undefined ? {} : { [name]: own }, raw: null, status: 200 }
  }
}

async function modelOf(workflow: object, more?: Readonly<Record<string, Json>>): Promise<Model> {
  const stored = await comfyui.addWorkflow?.(answering(more), ADDRESS, {
    name: 'Mine',
    json: workflow as Json,
  })
  if (!stored?.ok) throw new Error(stored?.error.id)
  const model = comfyui.readModel?.(stored.data, 'Mine')
  if (!model) throw new Error('The stored workflow makes no model.')
  return model
}

function sent(model: Model, options: Readonly<Record<string, Json>>, prompt = 'a red fox') {
  const body = { provider: 'comfyui', mediaType: 'image', model: 'Mine', scene: 'text-to-image' }
  const task = { taskId: 't', ownId: '0f8fad5b-d9cb-469f-a165-70867728950e', sentAt: 0, model }
  const request = comfyui.submit({ ...task, body: { ...body, prompt, options } }, ADDRESS)
  if (!request.ok) return request.error
  if (request.data.body?.kind !== 'json') throw new Error('It sends no JSON.')
  return (request.data.body.json as { readonly prompt: Record<string, { inputs: Record<string, Json> }> })
    .prompt
}

const INPAINT = {
  '1': { class_type: 'LoadImage', inputs: { image: 'absent.png' } },
  '2': { class_type: 'LoadImageMask', inputs: { image: 'absent.png', channel: 'alpha' } },
  '11': { class_type: 'LoadImage', inputs: { image: 'there.png' }, _meta: { title: 'Style Reference' } },
  '12': { class_type: 'VAEEncode', inputs: { pixels: ['1', 0], vae: ['4', 2] } },
  '13': { class_type: 'SetLatentNoiseMask', inputs: { samples: ['12', 0], mask: ['2', 0] } },
}

it('names images by what they are, and asks for those that ComfyUI does not have', async () => {
  const sampler = { ...TEXT_TO_IMAGE['3'].inputs, latent_image: ['13', 0] }
  const workflow = { ...TEXT_TO_IMAGE, ...INPAINT, '3': { class_type: 'KSampler', inputs: sampler } }
  const model = await modelOf(workflow)
  const { properties = {}, required } = (model.optionSchema ?? {}) as { properties?: object; required?: Json }
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(['image', 'mask_image', 'style_reference_image']),
  )
  expect(required).toEqual(['mask_image', 'image'])
  expect(model.scenes).toEqual(['image-to-image'])
  const nodes = sent(model, { image: 'atelier/a.png', mask_image: 'atelier/b.png' })
  expect(nodes).toMatchObject({
    '1': { inputs: { image: 'atelier/a.png' } },
    // Our masks are white where the image may change.
    '2': { inputs: { image: 'atelier/b.png', channel: 'red' } },
    '11': { inputs: { image: 'there.png' } },
  })
  expect(sent(model, { image: 'https://example.com/a.png' })).toMatchObject({
    id: 'service.comfyui.isAddress',
  })
})

it('gives every sampler the one seed, and each request another where none is asked for', async () => {
  const second = { ...TEXT_TO_IMAGE['3'].inputs, latent_image: ['3', 0], steps: 5 }
  const workflow = {
    ...TEXT_TO_IMAGE,
    '30': { class_type: 'KSampler', inputs: second, _meta: { title: 'Refiner' } },
    '8': { class_type: 'VAEDecode', inputs: { samples: ['30', 0], vae: ['4', 2] } },
  }
  const model = await modelOf(workflow)
  expect(sent(model, { seed: 7 })).toMatchObject({
    '3': { inputs: { seed: 7 } },
    '30': { inputs: { seed: 7 } },
  })
  const free = sent(model, {}) as Record<string, { inputs: Record<string, Json> }>
  expect(free['3']?.inputs['seed']).toEqual(free['30']?.inputs['seed'])
  expect(free['3']?.inputs['seed']).not.toBe(TEXT_TO_IMAGE['3'].inputs.seed)
  expect(free).toEqual(sent(model, {}))
  // The sampler that is last has the plain name, the other one its number.
  expect(sent(model, { steps: 9, steps_3: 30 })).toMatchObject({
    '3': { inputs: { steps: 30 } },
    '30': { inputs: { steps: 9 } },
  })
  expect(model.optionSchema?.['properties']).toMatchObject({
    steps: { title: 'Steps · Refiner' },
    steps_3: { title: 'Steps · KSampler' },
  })
})

it('finds the prompt behind what stands between, and takes a negative one that is the same for none', async () => {
  const workflow = {
    ...TEXT_TO_IMAGE,
    '3': {
      class_type: 'KSampler',
      inputs: { ...TEXT_TO_IMAGE['3'].inputs, positive: ['20', 0], negative: ['21', 0] },
    },
    '20': { class_type: 'FluxGuidance', inputs: { conditioning: ['6', 0], guidance: 3.5 } },
    '21': { class_type: 'ConditioningZeroOut', inputs: { conditioning: ['6', 0] } },
  }
  const one = (input: Readonly<Record<string, Json>>): Json => ({
    input: { required: input },
    output_node: false,
  })
  const model = await modelOf(workflow, {
    FluxGuidance: one({
      conditioning: ['CONDITIONING'],
      guidance: ['FLOAT', { default: 3.5, min: 0, max: 100 }],
    }),
    ConditioningZeroOut: one({ conditioning: ['CONDITIONING'] }),
  })
  const { properties = {} } = (model.optionSchema ?? {}) as { properties?: object }
  expect(Object.keys(properties)).toContain('guidance')
  expect(Object.keys(properties)).not.toContain('negative_prompt')
  expect(sent(model, {})).toMatchObject({ '6': { inputs: { text: 'a red fox' } } })
})

it('sets an input that the form does not show by node and name, and refuses what nobody knows', async () => {
  const model = await modelOf(TEXT_TO_IMAGE)
  expect(sent(model, { '9.filename_prefix': 'foxes' })).toMatchObject({
    '9': { inputs: { filename_prefix: 'foxes' } },
  })
  expect(sent(model, { aspect_ratio: '1:1' })).toMatchObject({
    id: 'service.comfyui.noInput',
    values: { option: 'aspect_ratio', names: expect.arrayContaining(['prompt']) as string[] },
  })
  expect(sent(model, { '99.cfg': 1 })).toMatchObject({ values: { option: '99.cfg' } })
})

it('joins no node to another by an option, and reaches no field of the form by another name', async () => {
  const model = await modelOf(TEXT_TO_IMAGE)
  expect(sent(model, { '6.text': 'a wolf' })).toMatchObject({ id: 'service.reserved.prompt' })
  expect(sent(model, { '6.text.x': 'a wolf' })).toMatchObject({
    id: 'service.comfyui.noInput',
  })
  expect(sent(model, { '3.positive': 'a wolf' })).toMatchObject({ id: 'service.reserved.link' })
  expect(sent(model, { '3.cfg': 3 })).toMatchObject({ id: 'service.reserved.field' })
  expect(sent(model, { cfg: ['6', 0] })).toMatchObject({ id: 'service.comfyui.isList' })
  expect(sent(model, { '9.filename_prefix': ['6', 0] })).toMatchObject({ id: 'service.comfyui.isList' })
})

it('is not misled by names that every object has', async () => {
  const model = await modelOf(TEXT_TO_IMAGE)
  expect(sent(model, JSON.parse('{"__proto__.x": 1}') as Record<string, Json>)).toMatchObject({
    id: 'service.comfyui.noInput',
  })
  expect(sent(model, { 'constructor.name': 'x' })).toMatchObject({
    id: 'service.comfyui.noInput',
  })
  const hostile = JSON.parse('{"__proto__": {"class_type": "SaveImage", "inputs": {}}}') as object
  await expect(modelOf(hostile)).rejects.toThrow('service.comfyui.noWorkflow')
})

it.each([
  ['a text', 'text'],
  ['a list', []],
  ['an empty object', {}],
  ['nodes without a class', { '1': { inputs: {} } }],
  ['too many nodes', Object.fromEntries(Array.from({ length: 1_001 }, (_, id) => [id, TEXT_TO_IMAGE['5']]))],
])('says of %s that it is no workflow that can be added', async (_name, workflow) => {
  await expect(modelOf(workflow as object)).rejects.toThrow(/service\.comfyui\.(?:noWorkflow|tooManyNodes)/)
})

it('refuses a workflow that saves nothing', async () => {
  const { '9': _, ...unsaved } = TEXT_TO_IMAGE
  await expect(modelOf(unsaved)).rejects.toThrow('service.comfyui.savesNothing')
})
