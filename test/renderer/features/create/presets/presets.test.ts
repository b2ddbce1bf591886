import { expect, it, describe } from 'vitest'
import { EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import {
  draftFrom,
  presetOf,
  readPreset,
  readPresetFile,
  writePresetFile,
} from '#renderer/features/create/presets/presets.ts'
import { fileName } from '#renderer/ui/text.ts'
import { presetSchema } from '#contract/prompts.ts'

const DRAFT = {
  ...EMPTY_DRAFT,
  prompt: 'a fox',
  model: { provider: 'studio', id: 'ink', isTyped: false },
  optionsText: '{"seed": 5}',
}

it('holds the model, the options and, where asked for, the prompt', () => {
  const whole = { name: 'Calm', mediaType: 'image', provider: 'studio', model: 'ink', options: { seed: 5 } }
  expect(presetOf('Calm', 'image', DRAFT, false)).toEqual(whole)
  expect(presetOf('Calm', 'image', DRAFT, true)).toEqual({ ...whole, prompt: 'a fox' })
})

it('holds the scene only where it was set by hand', () => {
  expect(presetOf('Calm', 'image', { ...DRAFT, scene: 'image-to-image' }, false)?.scene).toBe(
    'image-to-image',
  )
  expect(presetOf('Calm', 'music', { ...DRAFT, scene: 'image-to-image' }, false)?.scene).toBeUndefined()
})

it('cannot be made of options that are being typed', () => {
  expect(presetOf('Calm', 'image', { ...DRAFT, optionsText: '{ half' }, false)).toBeNull()
})

it('leaves the prompt and the model alone where it has none', () => {
  expect(draftFrom({ name: 'Calm', mediaType: 'image', options: { seed: 5 } })).toEqual({
    scene: null,
    optionsText: '{\n  "seed": 5\n}',
  })
})

it('fills in what it has', () => {
  const preset = presetOf('Calm', 'image', DRAFT, true)
  expect(preset && draftFrom(preset)).toMatchObject({
    prompt: 'a fox',
    model: { provider: 'studio', id: 'ink' },
  })
})

const PRESET = {
  name: 'Wide and calm',
  mediaType: 'image',
  scene: 'text-to-image',
  provider: 'studio',
  model: 'ink',
  prompt: 'a {red|green} fox',
  options: { aspect_ratio: '21:9', seed: 5, nested: { strength: '0.5' } },
} as const

describe('a preset from a file', () => {
  it('comes back as it was written', async () => {
    expect(await readPresetFile(new Blob([writePresetFile(PRESET)]))).toEqual({ preset: PRESET })
  })
  it('that was moved, or is something else by its size, is not read', async () => {
    const gone = { size: 10, text: () => Promise.reject(new Error('Gone.')) }
    expect(await readPresetFile(gone)).toEqual({ problem: { kind: 'unreadable', field: '' } })
    expect(await readPresetFile({ ...gone, size: 2_000_000 })).toEqual({
      problem: { kind: 'tooLarge', field: '' },
    })
  })
  it.each([
    ['{ half', 'notJson', ''],
    ['[]', 'notObject', ''],
    ['null', 'notObject', ''],
    ['{"mediaType":"image","options":{}}', 'missing', 'name'],
    ['{"name":"a","options":{}}', 'missing', 'mediaType'],
    ['{"name":"a","mediaType":"sculpture","options":{}}', 'wrong', 'mediaType'],
    ['{"name":"a","mediaType":"image"}', 'missing', 'options'],
    ['{"name":"a","mediaType":"image","options":[]}', 'wrong', 'options'],
    ['{"name":"a","mediaType":"image","options":{},"api_key":"x"}', 'unknown', 'api_key'],
    [JSON.stringify({ ...PRESET, name: 'x'.repeat(201) }), 'tooLong', 'name'],
  ])('says what is wrong with %s', async (text, kind, field) => {
    expect(await readPresetFile(new Blob([text]))).toEqual({ problem: { kind, field } })
  })

  const CHANGES: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { name: '  Wide  ' },
    { name: '   ' },
    { name: 7 },
    { name: 'x'.repeat(200) },
    { scene: undefined },
    { scene: 'text-to-opera' },
    { mediaType: null },
    { provider: 'x'.repeat(201) },
    { provider: undefined, model: undefined, prompt: undefined },
    { model: 'x'.repeat(301) },
    { model: null },
    { prompt: 'x'.repeat(100_000) },
    { prompt: 'x'.repeat(100_001) },
    { options: {} },
    { options: 'none' },
    { more: 1 },
  ]
  it.each(CHANGES)('takes what the contract takes, and nothing else: %j', (change) => {
    const value: unknown = JSON.parse(JSON.stringify({ ...PRESET, ...change }))
    const judged = presetSchema.safeParse(value)
    const read = readPreset(value)
    expect('preset' in read ? read.preset : null).toEqual(judged.success ? judged.data : null)
  })
})

it.each([
  ['Wide & calm', 'Wide-calm.preset.json'],
  ['../../etc', 'etc.preset.json'],
  ['夜の街', '夜の街.preset.json'],
  ['???', 'preset.preset.json'],
])('%s is saved as %s', (name, file) => {
  expect(fileName(name, 'preset', '.preset.json')).toBe(file)
})
