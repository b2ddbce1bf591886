/** Where the inputs of a request go that words from outside mean. */
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { buildRequest, type GivenInput } from '#hosts/command-line/build-request.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

const input = (kind: GivenInput['kind'], option?: string): GivenInput => ({ id: 'input', kind, option })

const text = { type: 'string' }
const list = { type: 'array', items: text }

async function optionsFor(
  { provider, id }: Pick<Model, 'provider' | 'id'>,
  properties: JsonObject | null,
  ...inputs: readonly GivenInput[]
): Promise<readonly string[]> {
  const { app } = await openAtService()
  const model: Model = {
    id,
    provider,
    label: id,
    mediaTypes: [],
    scenes: [],
    raw: null,
    ...(properties && { optionSchema: { type: 'object', properties } }),
  }
  const listing = { items: [model], fetchedAt: 0, stale: false }
  const asked = { mediaType: 'image', prompt: 'a red fox', model: id, options: {} } as const
  const built = await buildRequest(app.call, app.profileId, asked, listing, inputs)
  if (!built.ok) throw new Error(built.error.id)
  return (built.data.inputs ?? []).map(({ option }) => option)
}

const LISTED = { provider: 'stand-in', id: 'listed' }

test.each<[string, JsonObject, readonly GivenInput[], readonly string[]]>([
  [
    'no number and no switch that is named like media',
    { max_images: { type: 'integer' }, generate_audio: { type: 'boolean' }, image_input: list },
    [input('image'), input('image')],
    ['image_input[]', 'image_input[]'],
  ],
  [
    'the option of its kind',
    { image_url: text, audio_url: text },
    [input('audio'), input('image')],
    ['audio_url', 'image_url'],
  ],
  [
    'one option each',
    { image_url: text, tail_image_url: text },
    [input('image'), input('image')],
    ['image_url', 'tail_image_url'],
  ],
  [
    'what is left beside the one that was named',
    { image_url: text, tail_image_url: text },
    [input('image'), input('image', 'image_url')],
    ['tail_image_url', 'image_url'],
  ],
  [
    'what is named like media where nothing surely takes it',
    { image_prompt: { anyOf: [text, { type: 'null' }] } },
    [input('image')],
    ['image_prompt'],
  ],
])('an input takes %s', async (_what, properties, inputs, options) => {
  expect(await optionsFor(LISTED, properties, ...inputs)).toEqual(options)
})

test('of a model without a schema it takes what the table of well-known models says, else what is usual', async () => {
  const known = { provider: 'kie', id: 'google/nano-banana-edit' }
  expect(await optionsFor(known, null, input('image'))).toEqual(['image_urls[]'])
  expect(await optionsFor({ ...LISTED, id: 'nobody-knows' }, null, input('image'))).toEqual(['image_input[]'])
})

test.each<[GivenInput['kind'], string]>([
  ['video', 'restyle'],
  ['image', 'animate'],
  ['audio', 'listen'],
])('a video from %s is made by the model whose scene starts from it', async (kind, id) => {
  const { app } = await openAtService()
  const models = [
    ['animate', 'image-to-video'],
    ['restyle', 'video-to-video'],
    ['listen', 'text-to-video'],
  ] as const
  const items = models.map(([model, scene]): Model => {
    return {
      id: model,
      provider: 'stand-in',
      label: model,
      mediaTypes: ['video'],
      scenes: [scene],
      raw: null,
    }
  })
  const listing = { items, fetchedAt: 0, stale: false }
  const asked = { mediaType: 'video', options: {} } as const
  expect(await buildRequest(app.call, app.profileId, asked, listing, [input(kind)])).toMatchObject({
    data: { model: id },
  })
})
