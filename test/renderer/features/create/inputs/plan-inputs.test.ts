import { describe, expect, it } from 'vitest'
import type { InputMedia } from '#contract/inputs.ts'
import { type DraftInput, readDraft } from '#renderer/features/create/draft.ts'
import { type InputKey, type MaskKey, roleOf } from '#contract/rules/input-keys.ts'
import {
  bindMasks,
  findCrowded,
  findInputProblem,
  findMaskProblem,
  formOf,
  inputReferences,
  missingForScene,
  standsForPrompt,
  withOwnImages,
} from '#renderer/features/create/inputs/plan-inputs.ts'

const IMAGE: InputMedia = {
  id: 'image',
  kind: 'image',
  mimeType: 'image/png',
  width: 10,
  height: 10,
  sizeBytes: 100,
  sha256: 'ab',
  name: 'image.png',
}
const VIDEO: InputMedia = { ...IMAGE, id: 'video', kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' }

function input(media: InputMedia | null, patch: Partial<DraftInput> = {}): DraftInput {
  return { key: media?.id ?? 'pending', name: 'a file', media, option: null, problem: null, ...patch }
}

function key(patch: Partial<InputKey> = {}): InputKey {
  return { key: 'image_urls', isArray: true, kind: 'image', isRequired: false, source: 'schema', ...patch }
}

const LIMITS = { longSide: 4096, maxBytes: 10_000_000 }

describe('the references of a request', () => {
  it('are said to go as files where the service takes no addresses', () => {
    const byAddress = { ...IMAGE, url: 'https://a.example/a.png' }
    const shapes = [{}, { form: 'url' }, { form: 'base64' }] as const
    expect(shapes.map((shape) => formOf(byAddress, shape, { takesAddresses: false }))).toEqual([
      'dataUri',
      'dataUri',
      'base64',
    ])
  })
  it('go under the key of their kind, images under a limit and videos as they are', () => {
    expect(
      inputReferences([input(IMAGE), input(null), input(VIDEO)], { keys: [key()], forms: undefined }),
    ).toEqual([
      { inputId: 'image', option: 'image_urls[]', shape: LIMITS },
      { inputId: 'video', option: 'video_input[]' },
    ])
  })
  it('keep what the user chose', () => {
    const chosen = input(IMAGE, { option: 'mask', shape: { form: 'base64', format: 'png' } })
    expect(inputReferences([chosen], { keys: [key()], forms: undefined })).toEqual([
      { inputId: 'image', option: 'mask', shape: { form: 'base64', format: 'png' } },
    ])
    expect(inputReferences([input(IMAGE, { shape: {} })], { keys: [key()], forms: undefined })).toEqual([
      { inputId: 'image', option: 'image_urls[]' },
    ])
  })
  it('go under the key for their role where the model has one, whatever stands before them', () => {
    const keys = ['first_frame_url', 'last_frame_url'].map((name) => key({ key: name, isArray: false }))
    const inputs = [input(IMAGE, { role: 'lastFrame' }), input({ ...IMAGE, id: 'two' })]
    const optionsFor = (known: readonly InputKey[]) =>
      inputReferences(inputs, { keys: known, forms: undefined }).map(({ option }) => option)
    expect(optionsFor(keys)).toEqual(['last_frame_url', 'first_frame_url'])
    expect(optionsFor([key()])).toEqual(['image_urls[]', 'image_urls[]'])
  })
  it('send a mask only where an option for it is known, and lay results into the image', () => {
    const masked = [input(IMAGE), input({ ...IMAGE, id: 'mask' }, { role: 'mask' })]
    const maskFor = (patch: Partial<DraftInput>, mask?: MaskKey) => {
      const inputs = [masked[0] ?? input(IMAGE), { ...(masked[1] ?? input(IMAGE)), ...patch }]
      const { option, mask: use } =
        inputReferences(inputs, { keys: [key()], mask, forms: undefined })[1] ?? {}
      return { option, ...use }
    }
    const known = { option: 'mask_url', paint: 'black' } as const
    expect(maskFor({})).toEqual({ option: 'mask', keepsOutside: true })
    expect(maskFor({ keepsOutside: false }, known)).toEqual({ option: 'mask_url', paint: 'black' })
    expect(maskFor({ paint: 'clear' }, known)).toEqual({
      option: 'mask_url',
      paint: 'clear',
      keepsOutside: true,
    })
    expect(maskFor({ option: 'area' })).toEqual({ option: 'area', paint: 'white', keepsOutside: true })
  })
  it('leave as addresses for a model that refuses data URIs, else in the form that worked last', () => {
    const formFor = (refusesDataUris: boolean, media = IMAGE): string => {
      const forms = { refusesDataUris, inputForm: 'base64' as const }
      const [reference] = inputReferences([input(media)], { keys: [key()], forms })
      return formOf(media, reference?.shape ?? {}, {})
    }
    expect([formFor(true), formFor(false), formFor(false, { ...IMAGE, url: 'https://a.example/p' })]).toEqual(
      ['url', 'base64', 'url'],
    )
  })
})

describe('what stands against sending inputs', () => {
  const problemOf = (inputs: readonly DraftInput[], keys: readonly InputKey[], options = {}) =>
    findInputProblem(inputReferences(inputs, { keys, forms: undefined }), keys, options)

  it('is nothing where all have their place', () => {
    expect(problemOf([input(IMAGE), input(IMAGE)], [key({ most: 2 })])).toBeNull()
  })
  it('is a key for one that two would share', () => {
    expect(problemOf([input(IMAGE), input(IMAGE)], [key({ key: 'image_url', isArray: false })])).toEqual({
      kind: 'shared',
      key: 'image_url',
    })
  })
  it('is a list with more than its model takes, those among the options counted', () => {
    expect(
      problemOf([input(IMAGE), input(IMAGE)], [key({ most: 2 })], { image_urls: ['https://a'] }),
    ).toEqual({
      kind: 'tooMany',
      key: 'image_urls',
      most: 2,
      given: 3,
    })
  })
  it('is not what only a table says, which is said all the same', () => {
    const keys = [key({ most: 1, source: 'table' })]
    const inputs = [input(IMAGE), input(IMAGE)]
    expect(problemOf(inputs, keys)).toBeNull()
    expect(findCrowded(inputReferences(inputs, { keys, forms: undefined }), keys)).toEqual({
      key: 'image_urls',
      most: 1,
    })
  })
  it('is an empty list among the options', () => {
    expect(problemOf([], [key()], { image_urls: [] })).toEqual({
      kind: 'emptyList',
      key: 'image_urls',
      media: 'image',
    })
  })
  it('is an image that the model needs and has not, neither as an input nor as an option', () => {
    const needed = [key({ isRequired: true })]
    expect(problemOf([], needed)).toEqual({ kind: 'missing', key: 'image_urls', media: 'image' })
    expect(problemOf([input(IMAGE)], needed)).toBeNull()
    expect(problemOf([], needed, { image_urls: ['https://a.example/p.png'] })).toBeNull()
  })
})

describe('a mask', () => {
  const other = input({ ...IMAGE, id: 'other', name: 'other.png' })
  const mask = input({ ...IMAGE, id: 'm', name: 'mask.png' }, { role: 'mask', masks: 'image' })

  it('is for the image that it was drawn on: over another one it stands against sending', () => {
    expect(
      [
        [input(IMAGE), mask, other],
        [mask, input(IMAGE)],
        [other, input(IMAGE), mask],
        [other, mask],
        [other, input(IMAGE, { role: 'mask' }), mask],
        [other, { ...mask, masks: undefined }],
      ].map((inputs) => findMaskProblem(inputs as DraftInput[])),
    ).toEqual([
      null,
      null,
      { kind: 'maskElsewhere', mask: 'mask.png', image: 'image.png' },
      { kind: 'maskAlone', mask: 'mask.png' },
      { kind: 'maskAlone', mask: 'mask.png' },
      null,
    ])
  })
  it('that came as a file belongs to the image that was the first when they were reordered', () => {
    const file = { ...mask, masks: undefined } as never
    const masksOf = (...inputs: readonly DraftInput[]) => withOwnImages(inputs).at(-1)?.masks
    expect([masksOf(input(IMAGE), other, file), masksOf(other, mask), masksOf(input(VIDEO), file)]).toEqual([
      'image',
      'image',
      undefined,
    ])
  })
  it('is converted also where it was given by its address', () => {
    const media = { ...IMAGE, url: 'https://a.example/mask.png' }
    expect([formOf(media, {}, {}), formOf(media, {}, { isMask: true })]).toEqual(['url', 'dataUri'])
    const inputs = [input(IMAGE), input(media, { role: 'mask' })]
    const forms = { refusesDataUris: true } as never
    expect(inputReferences(inputs, { keys: [], forms }).at(-1)?.shape).toEqual({ form: 'url' })
  })
  it('of a request that was sent is for its first image, and for no other where that is gone', () => {
    const sent = input(VIDEO)
    const masksOf = (...inputs: readonly DraftInput[]) =>
      bindMasks(
        [sent, ...inputs, { ...mask, masks: undefined } as never],
        new Set(['image', 'pending', 'm']),
      ).at(-1)?.masks
    expect([masksOf(other, input(IMAGE)), masksOf(input(null), other), masksOf(other)]).toEqual([
      'image',
      '',
      '',
    ])
  })
})

it('misses what a scene starts from, unless it is on its way or among the options', () => {
  expect([
    missingForScene('image-to-video', [], {}),
    missingForScene('video-to-video', [input(IMAGE)], {}),
    missingForScene('image-to-image', [input(null)], {}),
    missingForScene('image-to-image', [], { image_url: 'https://a.example/p.png' }),
    missingForScene('image-to-image', [], { image_url: '', seed: 5 }),
    missingForScene('text-to-image', [], {}),
  ]).toEqual(['image', 'video', null, null, 'image', null])
})

it('takes an input, words or media among the options for a prompt, and nothing else', () => {
  expect([
    standsForPrompt({}, []),
    standsForPrompt({ seed: 5, aspect_ratio: '1:1', image_size: 'square' }, []),
    standsForPrompt({ lyrics: '  ' }, []),
    standsForPrompt({ image_urls: [] }, []),
    standsForPrompt({}, [input(null, { problem: 'It is damaged.' })]),
    standsForPrompt({ lyrics: 'la' }, []),
    standsForPrompt({ image_url: 'https://a.example/p.png' }, []),
    standsForPrompt({ input_urls: ['https://a.example/p.png'] }, []),
    standsForPrompt({}, [input(IMAGE)]),
  ]).toEqual([false, false, false, false, false, true, true, true, true])
})

it('reads back a kept shape, and leaves out what is not one', () => {
  const kept = [{ form: 'url', longSide: 900 }, { form: 'fax' }, { longSide: '900' }, { depth: 3 }, null]
  const inputs = kept.map((shape) => ({ key: 'k', name: 'a.png', media: IMAGE, option: null, shape }))
  expect(readDraft({ inputs: [...inputs, { key: 'gone' }] }).inputs.map(({ shape }) => shape)).toEqual([
    { form: 'url', longSide: 900 },
    ...Array<undefined>(4),
  ])
})

it.each([
  ['mask_url', 'mask'],
  ['first_frame_image', 'firstFrame'],
  ['start_image', 'firstFrame'],
  ['last_frame', 'lastFrame'],
  ['tail_image_url', 'lastFrame'],
  ['image_input[]', 'reference'],
  ['blended_images[]', 'reference'],
])('tells by the key %s what an input is for: %s', (key, role) => expect(roleOf(key)).toBe(role))
