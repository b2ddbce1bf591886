/** The table of well-known models: every row of the survey, with the types of its values kept exactly. */
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import {
  findKnownModel,
  tableKnowledge,
  tableRefusesDataUris,
  modelTables,
} from '#core/catalog/known-models/find-known-model.ts'
import { slow } from '#test/stand-ins/scale.ts'

const accepts = (provider: string, model: string, options: JsonObject): boolean => {
  const { tableSchema } = tableKnowledge(provider, model)
  if (!tableSchema) throw new Error(`${model} is not in the table.`)
  return new Ajv({ strict: false }).validate(tableSchema, options)
}

/** Provider, model, options that are among those suggested, and the same with a type that the model refuses. */
const ROWS: readonly (readonly [string, string, JsonObject, JsonObject?])[] = [
  ['kie', 'nano-banana-pro', { aspect_ratio: '21:9', resolution: '4K' }, { resolution: '4k' }],
  ['kie', 'nano-banana-2', { aspect_ratio: '1:8', output_format: 'jpg' }],
  ['kie', 'google/nano-banana', { aspect_ratio: 'auto', output_format: 'jpeg' }, { output_format: 'jpg' }],
  ['kie', 'google/nano-banana-edit', { aspect_ratio: '1:1' }],
  ['fal', 'fal-ai/nano-banana-pro', { num_images: 4 }, { num_images: '4' }],
  ['fal', 'fal-ai/nano-banana-pro/edit', { sync_mode: false, output_format: 'webp' }],
  ['kie', 'gpt-image-2-text-to-image', { aspect_ratio: '9:21' }],
  ['kie', 'gpt-image-2-image-to-image', { aspect_ratio: '3:1' }],
  ['kie', 'gpt-image/1.5-text-to-image', { aspect_ratio: '1:1', quality: 'high' }, { aspect_ratio: '1:1' }],
  ['kie', 'gpt4o-image', { size: '1:1' }, {}],
  [
    'kie',
    'flux-2/pro-image-to-image',
    { aspect_ratio: '1:1', resolution: '2K' },
    { aspect_ratio: 'auto', resolution: '2K' },
  ],
  ['kie', 'flux-2/flex-text-to-image', { aspect_ratio: 'auto', resolution: '1K' }],
  ['kie', 'flux-kontext-max', { aspectRatio: '21:9', safetyTolerance: 6 }, { safetyTolerance: '6' }],
  ['kie', 'seedream/4.5-text-to-image', { aspect_ratio: '21:9', quality: 'basic' }, { quality: 'basic' }],
  ['kie', 'seedream/4.5-edit', { aspect_ratio: '21:9', quality: 'high' }],
  ['kie', 'bytedance/seedream-v4-edit', { image_size: 'landscape_21_9', max_images: 6 }, { max_images: 7 }],
  [
    'fal',
    'fal-ai/bytedance/seedream/v4.5/edit',
    { image_size: { width: 1024, height: 768 } },
    { image_size: 'huge' },
  ],
  ['kie', 'qwen/image-edit', { num_images: '4', guidance_scale: 4.5 }, { num_images: 4 }],
  ['kie', 'ideogram/v3-text-to-image', { num_images: '1', style: 'DESIGN' }, { style: 'FICTION' }],
  ['kie', 'ideogram/character-edit', { style: 'FICTION', strength: 0.01 }, { strength: 0 }],
  ['kie', 'google/imagen4', { aspect_ratio: 'auto' }],
  ['kie', 'google/imagen4-fast', { seed: 7 }, { seed: '7' }],
  ['kie', 'google/imagen4-ultra', { seed: '7' }, { seed: 7 }],
  ['kie', 'grok-imagine/text-to-image', { enable_pro: true }],
  ['kie', 'grok-imagine/image-to-image', { aspect_ratio: '2:3' }],
  ['kie', 'wan/2-7-image', { n: 4, resolution: '2K' }, { resolution: '4K' }],
  ['kie', 'wan/2-7-image-pro', { resolution: '4K', seed: 1 }],
  ['kie', 'z-image', { aspect_ratio: '4:3' }],
  ['fal', 'fal-ai/z-image/turbo', { num_inference_steps: 30 }, { num_inference_steps: 31 }],
  ['kie', 'topaz/image-upscale', { upscale_factor: '8' }, { upscale_factor: 8 }],
  ['kie', 'recraft/remove-background', {}],
  ['kie', 'veo3_fast', { duration: 8, aspectRatio: 'Auto', resolution: '4k' }, { duration: '8' }],
  ['fal', 'fal-ai/veo3.1/first-last-frame-to-video', { duration: '4s' }, { duration: '4' }],
  ['fal', 'fal-ai/sora-2/image-to-video', { duration: 12 }, { duration: '12' }],
  ['replicate', 'openai/sora-2', { seconds: 8 }, { seconds: '8' }],
  [
    'kie',
    'kling-2.6/text-to-video',
    { sound: true, aspect_ratio: '1:1', duration: '5' },
    { sound: true, aspect_ratio: '1:1', duration: 5 },
  ],
  ['kie', 'kling-2.6/image-to-video', { sound: false, duration: '10' }],
  ['kie', 'kling/v2-5-turbo-text-to-video-pro', { cfg_scale: 0.5 }],
  ['kie', 'kling/v2-5-turbo-image-to-video-pro', { duration: '10' }, { duration: 10 }],
  ['kie', 'kling/v3-turbo-text-to-video', { duration: '3', resolution: '720p', aspect_ratio: '1:1' }],
  [
    'kie',
    'kling/v3-turbo-image-to-video',
    { duration: '15', resolution: '1080p' },
    { duration: '16', resolution: '1080p' },
  ],
  ['fal', 'fal-ai/kling-video/o1/reference-to-video', { duration: '5', elements: [{}] }],
  [
    'kie',
    'bytedance/seedance-2',
    { duration: 15, resolution: '4k', aspect_ratio: 'adaptive' },
    { duration: '15' },
  ],
  ['kie', 'bytedance/seedance-2-fast', { resolution: '480p' }, { resolution: '1080p' }],
  [
    'kie',
    'bytedance/seedance-1.5-pro',
    { aspect_ratio: '1:1', duration: 4 },
    { aspect_ratio: '1:1', duration: '4' },
  ],
  ['kie', 'wan/2-6-text-to-video', { duration: '15' }, { duration: 15 }],
  ['kie', 'wan/2-6-image-to-video', { resolution: '720p' }],
  ['kie', 'wan/2-5-image-to-video', { duration: '10', seed: 3 }, { duration: '15' }],
  ['kie', 'wan/2-7-image-to-video', { duration: 2, seed: 2_147_483_647 }, { seed: 2_147_483_648 }],
  ['kie', 'hailuo/2-3-image-to-video-pro', { duration: '6', resolution: '768P' }, { resolution: '768p' }],
  ['kie', 'grok-imagine/image-to-video', { duration: 30, mode: 'fun', index: 5 }],
  ['kie', 'runway', { duration: 5, quality: '720p' }],
  ['runway', 'gen4_turbo', { ratio: '1104:832' }, { ratio: '16:9' }],
  ['kie', 'kling/ai-avatar-pro', {}],
  ['kie', 'infinitalk/from-audio', { resolution: '480p' }],
  ['kie', 'omnihuman-1-5', { output_resolution: '720' }, { output_resolution: 720 }],
  [
    'kie',
    'V4_5PLUS',
    { customMode: true, instrumental: false, vocalGender: 'f', styleWeight: 0.5 },
    { customMode: true },
  ],
  ['kie', 'elevenlabs/text-to-speech-turbo-2-5', { voice: 'x', speed: 1.2 }, { voice: 'x', speed: 2 }],
  ['kie', 'elevenlabs/text-to-dialogue-v3', { voice: 'x', stability: 0.5 }, { voice: 'x', stability: 0.4 }],
]

const TAKEN = ROWS.map(([provider, model, good]) => ({ provider, model, good }))

test.each(TAKEN)('$provider $model takes $good', ({ provider, model, good }) => {
  expect(accepts(provider, model, good)).toBe(true)
})

const REFUSED = ROWS.flatMap(([provider, model, , bad]) => (bad ? [{ provider, model, bad }] : []))

test.each(REFUSED)('$provider $model does not take $bad', ({ provider, model, bad }) => {
  expect(accepts(provider, model, bad)).toBe(false)
})

test('has a case above for every row', () => {
  const met = new Set(ROWS.map(([provider, model]) => findKnownModel(provider, model)))
  // Text to video at wan 2.5 differs from its sibling in nothing but the input.
  expect(
    modelTables()
      .models.filter((row) => !met.has(row))
      .map(({ ids }) => ids),
  ).toEqual([['wan/2-5-text-to-video']])
})

slow('every schema is one that Ajv reads, and every row says where it comes from', () => {
  for (const row of modelTables().models) {
    const { tableSchema, tableSource } = tableKnowledge(row.provider, row.ids[0] ?? '')
    expect(new Ajv({ strict: true, strictRequired: true }).validateSchema(tableSchema ?? {})).toBe(true)
    for (const letter of row.sources) expect(modelTables().sources[letter]).toMatch(/github\.com/)
    expect(tableSource).toMatch(/github\.com/)
    expect(modelTables().providers.map(({ name }) => name)).toContain(row.provider)
  }
})

test('says under which keys reference media go, how many, and which are needed', () => {
  expect(tableKnowledge('kie', 'nano-banana-pro').tableInputs).toEqual([
    { option: 'image_input[]', kind: 'image', most: 8 },
  ])
  expect(tableKnowledge('Kie.ai', 'kling/v2-5-turbo-image-to-video-pro').tableInputs).toEqual([
    { option: 'image_url', kind: 'image', most: 1, required: true },
    { option: 'tail_image_url', kind: 'image', most: 1 },
  ])
  expect(tableKnowledge('kie', 'bytedance/seedance-2').tableInputs).toEqual([
    { option: 'first_frame_url', kind: 'image', most: 1 },
    { option: 'last_frame_url', kind: 'image', most: 1 },
    { option: 'reference_image_urls[]', kind: 'image', most: 9 },
    { option: 'reference_video_urls[]', kind: 'video', most: 3 },
    { option: 'reference_audio_urls[]', kind: 'audio', most: 3 },
  ])
  expect(tableKnowledge('kie', 'z-image').tableInputs).toBeUndefined()
})

test('knows how a provider takes media where it does not know the model', () => {
  const { tableSchema, tableInputs = [], tableForm } = tableKnowledge('replicate', 'somebody/something')
  expect(tableSchema).toBeUndefined()
  expect(tableInputs.slice(0, 2)).toEqual([
    { option: 'image', kind: 'image' },
    { option: 'input_image', kind: 'image' },
  ])
  expect(tableForm).toBe('dataUri')
  expect(tableKnowledge('nobody', 'nothing')).toEqual({})
  expect(tableKnowledge('constructor', '__proto__')).toEqual({})
})

test('takes a row of another provider under a name that no table knows, never under one that it knows', () => {
  expect(findKnownModel('our-gateway', 'nano-banana-pro')?.provider).toBe('kie')
  expect(findKnownModel('fal', 'nano-banana-pro')).toBeNull()
  expect(findKnownModel('KIE', 'flux-2/other')).toBeNull()
  expect(findKnownModel('kie', 'kling/v2-5-turbo-pro')).toBeNull()
  expect(findKnownModel('kie', 'bytedance/seedance-2-fast')?.ids).toEqual(['bytedance/seedance-2-fast'])
})

test.each([
  ['kie', true],
  ['Kie AI', true],
  ['luma', true],
  ['Luma AI', true],
  ['bfl', true],
  ['fal', false],
  ['fal.ai', false],
  ['replicate', false],
  ['runway', false],
  ['our-gateway', false],
])('%s refuses data URIs: %j', (provider, refuses) => {
  expect(tableRefusesDataUris(provider)).toBe(refuses)
})
