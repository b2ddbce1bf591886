import { fileName } from '#renderer/ui/text.ts'
import { describe, expect, it } from 'vitest'
import { presetSchema } from '#contract/prompts.ts'
import { readPreset, readPresetFile, writePresetFile } from '#renderer/features/create/presets/presets.ts'

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
  it('comes back as it was written', () => {
    expect(readPresetFile(writePresetFile(PRESET))).toEqual({ preset: PRESET })
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
  ])('says what is wrong with %s', (text, kind, field) => {
    expect(readPresetFile(text)).toEqual({ problem: { kind, field } })
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
