/** What the cast makes of a request, by the rules alone. */
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { type CastInput, expandRequest, type FoundMember } from '#core/cast/expand-request.ts'

const LIMITS = { longSide: 4096, maxBytes: 10_000_000 }

function image(id: string): CastInput {
  return { id, kind: 'image', sha256: `sha-${id}` }
}

function member(handle: string, change: Partial<FoundMember> = {}): FoundMember {
  return {
    id: `id-${handle}`,
    handle,
    name: handle.toUpperCase(),
    sentence: `a person named ${handle}`,
    images: [],
    ...change,
  }
}

interface World {
  readonly members?: readonly FoundMember[]
  readonly schema?: JsonObject | undefined
  readonly scenes?: readonly string[]
}

const LIST: JsonObject = { properties: { image_input: { type: 'array', maxItems: 4 } } }

function expand(change: Partial<GenerateRequest>, { members = [], schema = LIST, scenes = [] }: World) {
  const request: GenerateRequest = {
    provider: 'p',
    mediaType: 'image',
    model: 'm',
    scene: 'text-to-image',
    ...change,
  }
  return expandRequest(request, {
    find: (handle) => members.find((one) => one.handle === handle) ?? null,
    model: () => ({
      schema,
      scenes,
      knowledge: { options: [], refusesDataUris: false, succeeded: 0, failed: 0 },
    }),
    input: (id) => (id === 'later' ? null : image(id)),
  })
}

const noted = (expansion: ReturnType<typeof expand>) =>
  expansion.uses.flatMap(({ notes }) => notes.map(({ id }) => id))

test('puts the sentence in place of the handle, and the images into the option that takes them', () => {
  const mara = member('mara', { sentence: 'a tall woman with red hair.', images: [image('a'), image('b')] })
  const { request, uses } = expand({ prompt: 'close-up of @mara, at night' }, { members: [mara] })
  expect(request).toEqual({
    provider: 'p',
    mediaType: 'image',
    model: 'm',
    scene: 'image-to-image',
    prompt: 'close-up of a tall woman with red hair, at night',
    inputs: ['a', 'b'].map((inputId) => ({ inputId, option: 'image_input[]', shape: LIMITS })),
    provenance: {
      template: 'close-up of @mara, at night',
      cast: [{ handle: 'mara', name: 'MARA', inputIds: ['a', 'b'] }],
    },
  })
  expect(uses[0]?.notes).toEqual([])
})

test('leaves a request without a handle, and one that was expanded before, as it is', () => {
  const members = [member('mara')]
  for (const change of [
    { prompt: 'write to me@mara.example' },
    { prompt: '@mara', provenance: { cast: [] } },
    { prompt: '@nobody' },
  ]) {
    const { request } = expand(change, { members })
    expect(request).toMatchObject(change)
    expect(request.scene).toBe('text-to-image')
  }
  expect(expand({ prompt: '@nobody and @image1' }, { members }).unknown).toEqual(['nobody'])
})

test('reads a sentence no second time', () => {
  const members = [member('mara', { sentence: 'the sister of @jon' }), member('jon')]
  expect(expand({ prompt: '@mara' }, { members }).request.prompt).toBe('the sister of @jon')
})

test('gives each member its first image before any gets a second one, beside the inputs that are there', () => {
  const images = ['1', '2', '3'].map(image)
  const members = [member('mara', { images }), member('jon', { images: [image('j')] })]
  const inputs = [{ inputId: 'own', option: 'image_input[]' }]
  const expansion = expand({ prompt: '@mara, @jon', inputs }, { members })
  expect(expansion.request.inputs?.map(({ inputId }) => inputId)).toEqual(['own', '1', '2', 'j'])
  expect(expansion.uses.map(({ notes }) => notes)).toEqual([
    [{ id: 'cast.imagesOmitted', values: { name: 'MARA', left: 1 } }],
    [],
  ])
  // One that is an input already is not sent twice.
  const again = expand({ prompt: '@jon', inputs: [{ inputId: 'j', option: 'image_input[]' }] }, { members })
  expect(again.request.inputs).toHaveLength(1)
  expect(noted(again)).toEqual([])
})

test.each([
  ['a model without an option for images', { schema: { properties: { seed: { type: 'integer' } } } }],
  ['a model that lists no scene with an image', { scenes: ['text-to-image'] }],
])('says that %s takes none', (_, world) => {
  const members = [member('mara', { images: [image('a')] })]
  const expansion = expand({ prompt: '@mara' }, { members, ...world })
  expect(expansion.request.inputs).toBeUndefined()
  expect(expansion.request.scene).toBe('text-to-image')
  expect(noted(expansion)).toEqual(['cast.takesNoImages'])
})

test('never fills the first and last frames of a video', () => {
  const members = [member('mara', { images: [image('a')] })]
  const video = { mediaType: 'video', scene: 'text-to-video', prompt: '@mara' } as const
  const frames = { properties: { image_url: { type: 'string' }, last_frame_url: { type: 'string' } } }
  expect(noted(expand(video, { members, schema: frames }))).toEqual(['cast.takesNoImages'])
  const reference = { properties: { ...frames.properties, reference_images: { type: 'array' } } }
  const inputs = [{ inputId: 'first', option: 'image_url' }]
  expect(expand({ ...video, inputs }, { members, schema: reference }).request.inputs?.[1]).toMatchObject({
    inputId: 'a',
    option: 'reference_images[]',
  })
  for (const inputId of ['first', 'later']) {
    const own = [{ inputId, option: 'image_input[]' }]
    expect(expand({ ...video, inputs: own }, { members, schema: LIST }).request.inputs).toEqual(own)
  }
})

test('refuses an image that is gone, and names it', () => {
  const members = [member('mara', { images: [null, image('a')] })]
  const { refusal, uses } = expand({ prompt: '@mara' }, { members })
  expect(refusal).toEqual({ id: 'cast.imageGone', values: { name: 'MARA', count: 1 } })
  expect(uses[0]?.notes).toEqual([refusal])
})

test('gives the voice to a model for speech where the user set none', () => {
  const members = [member('mara', { voice: 'Aria' }), member('jon', { voice: 'Tom' })]
  const speech = { mediaType: 'music', scene: 'text-to-music', prompt: '@mara and @jon' } as const
  const schema = { properties: { voice_id: { type: 'string' } } }
  const { request, uses } = expand(speech, { members, schema })
  expect(request.options).toEqual({ voice_id: 'Aria' })
  expect(uses.map(({ voiceOption, notes }) => [voiceOption, notes.map(({ id }) => id)])).toEqual([
    ['voice_id', []],
    [undefined, ['cast.voiceTaken']],
  ])
  const chosen = { ...speech, options: { voice_id: 'Mine' } }
  expect(expand(chosen, { members, schema }).request.options).toEqual({ voice_id: 'Mine' })
  expect(noted(expand(speech, { members }))).toEqual(['cast.takesNoVoice', 'cast.takesNoVoice'])
})

test('reads 50 handles, and words from right to left', () => {
  const members = Array.from({ length: 50 }, (_, index) => member(`who-${index}x`))
  const { request, uses } = expand(
    { prompt: members.map(({ handle }) => `@${handle}`).join(' ') },
    { members },
  )
  expect(uses).toHaveLength(50)
  expect(request.prompt).toBe(members.map(({ sentence }) => sentence).join(' '))
  const layla = member('ليلى', { sentence: 'امرأة طويلة' })
  expect(expand({ prompt: 'صورة @ليلى في الليل' }, { members: [layla] }).request.prompt).toBe(
    'صورة امرأة طويلة في الليل',
  )
})
