/** Options that are reserved, and those that are not. */
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { apiOf } from '#core/service/registry.ts'
import { reservedRefusal } from '#core/service/reserved-options.ts'
import type { AskedFor } from '#core/service/service-api.ts'

function fieldOf(kind: 'fal' | 'replicate' | 'openai', options: JsonObject, properties?: JsonObject) {
  const body = { provider: kind, mediaType: 'image', model: 'a/b', scene: 'text-to-image', options }
  const optionSchema = properties && { type: 'object', properties }
  const model = {
    id: 'a/b',
    provider: kind,
    label: 'b',
    mediaTypes: ['image'],
    scenes: [],
    raw: null,
    ...(optionSchema && { optionSchema }),
  }
  const asked: AskedFor = { body, model: optionSchema ? model : null }
  return reservedRefusal(apiOf(kind).reservedOptions(asked), asked)?.field ?? null
}

test("leaves a model the names of its own schema, but never its prompt's", () => {
  expect(fieldOf('replicate', { version: 'v1.4' })).toBe('options.version')
  expect(fieldOf('replicate', { version: 'v1.4', stream: true }, { version: {}, stream: {} })).toBeNull()
  expect(fieldOf('fal', { model: 'Standard V2', negative_prompt: 'rain', num_images: 4 })).toBeNull()
  expect(fieldOf('fal', { prompt: 'a wolf' }, { prompt: {} })).toBe('options.prompt')
  expect(fieldOf('fal', { text: 'a wolf' }, { text: {} })).toBe('options.text')
  expect(fieldOf('fal', { text: 'a wolf' }, { text: {}, prompt: {} })).toBeNull()
})

test('takes the number of images from one option, under one name', () => {
  expect(fieldOf('openai', { n: 4, size: '1024x1024' })).toBeNull()
  expect(fieldOf('openai', { n: 1, N: 10 })).toBe('options.N')
  expect(fieldOf('openai', { N: 10 })).toBe('options.N')
  expect(fieldOf('openai', { 'n[]': 10 })).toBe('options.n[]')
  expect(fieldOf('fal', { Num_Images: 10, num_images: 1 })).toBe('options.num_images')
  expect(fieldOf('fal', { numImages: 10 }, { num_images: {} })).toBe('options.numImages')
  expect(fieldOf('fal', { num_images: 1, 'num-images': 10 }, { num_images: {} })).toBe('options.num-images')
})

test('finds a reserved name inside of what an option holds, and a name that only JavaScript reads', () => {
  expect(fieldOf('fal', { input: { prompt: 'a wolf' } })).toBe('options.input.prompt')
  expect(fieldOf('fal', { input: [{ Prompt: 'a wolf' }] })).toBe('options.input.Prompt')
  expect(fieldOf('fal', JSON.parse('{"a": {"__proto__": {"prompt": "a wolf"}}}') as JsonObject)).toBe(
    'options.a.__proto__',
  )
})
