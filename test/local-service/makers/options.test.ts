import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  aspectRatio,
  choice,
  count,
  duration,
  listedOptions,
  media,
  readOptions,
  resolution,
  seed,
  sizeOf,
  strength,
} from '#local-service/makers/options.ts'
import { MAKERS } from '#local-service/options.ts'
import { readHere } from '../support/makers.ts'

const MODELS = MAKERS.flatMap((maker) => maker.models.map((model) => ({ ...model, maker })))
type Raw = Readonly<Record<string, unknown>>

const SCHEMA = z.object({
  duration: duration(1, 20, 4),
  fps: z.int().min(8).max(60).default(24),
  resolution: resolution(['240p', '720p', '1K'], '720p', 64, 1920),
  aspect_ratio: aspectRatio('16:9'),
  camera: choice(['auto', 'push in'], 'auto', {}),
  seed,
  count: count('videos', 4),
  audio: z.boolean().default(true),
  strength: strength(0.85, ''),
  image_input: media('image', 4, 'Input image', ''),
})
const read = (raw: Raw) => readOptions(SCHEMA, raw)

describe('options', () => {
  it('take their defaults when nothing is said, and null says nothing', () => {
    const { values, ignored } = read({})
    expect(values).toEqual({
      duration: 4,
      fps: 24,
      resolution: { shorter: 720 },
      camera: 'auto',
      count: 1,
      audio: true,
      strength: 0.85,
    })
    const nothing = Object.fromEntries(Object.keys(SCHEMA.shape).map((name) => [name, null]))
    expect(read(nothing).values).toEqual(values)
    expect(ignored).toEqual([])
  })

  it('are listed as JSON Schema, with what a form shows', () => {
    expect(listedOptions(SCHEMA).properties).toMatchObject({
      duration: { type: 'number', minimum: 1, maximum: 20, default: 4, title: 'Duration' },
      resolution: { type: 'string', examples: ['240p', '720p', '1K'], pattern: '^(240p|720p|1K|\\d+x\\d+)$' },
      aspect_ratio: { type: 'string', default: '16:9' },
      camera: { type: 'string', enum: ['auto', 'push in'], default: 'auto' },
      seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
      image_input: { type: 'array', minItems: 1, maxItems: 4, items: { contentMediaType: 'image/*' } },
    })
    expect(listedOptions(SCHEMA)['required']).toBeUndefined()
  })

  it.each(MODELS.map((entry) => [entry.model, entry] as const))(
    'of %s accept the defaults that they list',
    async (model, { maker, scenes, options }) => {
      const [scene = ''] = scenes
      const entries = Object.entries(options['properties'] as Record<string, { default?: unknown }>)
      const defaults = entries.filter(([, property]) => property.default !== undefined)
      const named = Object.fromEntries(defaults.map(([name, property]) => [name, property.default]))
      if (!scene.startsWith('text') && scene !== 'character-creation') return
      const plan = await maker.plan({ model, scene, prompt: 'x', options: named, read: readHere() })
      expect(plan.remarks['ignored_options']).toEqual([])
    },
  )

  it.each<[Raw, RegExp]>([
    [{ duration: 0 }, /^options\.duration must be a number from 1 to 20, not 0\. In seconds\.$/u],
    [{ duration: -3 }, /^options\.duration must be a number from 1 to 20, not -3/u],
    [{ duration: 5000 }, /^options\.duration must be a number from 1 to 20, not 5000\. In seconds\.$/u],
    [{ duration: 'long' }, /^options\.duration .*not "long"/u],
    [{ duration: '5m' }, /^options\.duration/u],
    [{ duration: Number.NaN }, /^options\.duration/u],
    [{ duration: [5] }, /^options\.duration/u],
    [{ fps: 24.5 }, /^options\.fps must be a whole number from 8 to 60, not 24\.5\.$/u],
    [{ fps: '24' }, /^options\.fps must be a whole number/u],
    [{ strength: 1.01 }, /^options\.strength must be a number from 0 to 1/u],
    [{ count: 5 }, /^options\.count must be a whole number from 1 to 4/u],
    [{ count: 0 }, /^options\.count must be a whole number from 1 to 4/u],
    [{ seed: 2 ** 32 }, /^options\.seed must be a whole number from 0 to 4294967295/u],
    [{ seed: '7' }, /^options\.seed/u],
    [{ camera: 'spin' }, /^options\.camera must be one of "auto", "push in", not "spin"/u],
    [{ audio: 'yes' }, /^options\.audio must be true or false/u],
    [
      { resolution: '721p' },
      /^options\.resolution must be such as "240p", "720p", "1K", not "721p"\. A named size/u,
    ],
    [{ resolution: '20x20' }, /^options\.resolution .*64 to 1920 a side/u],
    [{ resolution: '-640x480' }, /^options\.resolution/u],
    [{ resolution: '4096x4096' }, /^options\.resolution/u],
    [{ resolution: 1024 }, /^options\.resolution/u],
    [{ aspect_ratio: '9:1' }, /^options\.aspect_ratio .*between 1:4 and 4:1/u],
    [{ aspect_ratio: '1:0' }, /^options\.aspect_ratio/u],
    [{ aspect_ratio: 1.78 }, /^options\.aspect_ratio/u],
    [{ image_input: [] }, /^options\.image_input must be a string, or an array of 1 to 4 strings/u],
    [{ image_input: ['a', 7] }, /^options\.image_input/u],
    [{ image_input: '' }, /^options\.image_input/u],
    [{ image_input: ['a', 'b', 'c', 'd', 'e'] }, /^options\.image_input/u],
  ])('refuse %j, naming the option', (raw, message) => {
    expect(() => read(raw)).toThrow(message)
  })

  it('tell everything that is wrong at once', () => {
    const raw = { duration: 0, fps: 1, camera: 'x' }
    expect(() => read(raw)).toThrow(/options\.duration .*options\.fps .*options\.camera /u)
  })

  it('never show more than a little of a wrong value', () => {
    expect(() => read({ camera: 'x'.repeat(1_000_000) })).toThrow(/^.{0,300}$/u)
  })

  it.each([
    ['8s', 8],
    ['5', 5],
    [' 2.5 sec', 2.5],
    [20, 20],
  ])('read the duration %j as seconds', (given, seconds) => {
    expect(read({ duration: given }).values.duration).toBe(seconds)
  })

  it('keep unknown keys apart', () => {
    const raw: unknown = JSON.parse('{"sparkle": true, "__proto__": {"fps": 3}, "constructor": 1}')
    const { values, ignored } = read(raw as Raw)
    expect([values.duration, values.fps]).toEqual([4, 24])
    expect(ignored).toEqual(['sparkle', '__proto__', 'constructor'])
  })

  it('say little about very many unknown keys', () => {
    const raw = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`.repeat(30), 1]))
    expect(read(raw).ignored.join('').length).toBeLessThan(4_000)
  })

  it.each([
    [{ shorter: 720 }, 16 / 9, { width: 1280, height: 720 }],
    [{ shorter: 1080 }, 9 / 16, { width: 1080, height: 1920 }],
    [{ shorter: 1080 }, 4, { width: 1920, height: 480 }],
    [{ square: 1024 }, 1, { width: 1024, height: 1024 }],
    [{ square: 512 }, 100, { width: 1024, height: 256 }],
    [{ width: 123, height: 77 }, 1, { width: 123, height: 77 }],
  ] as const)('make of %j and the ratio %d the size %j', (wanted, ratio, size) => {
    expect(sizeOf(wanted, ratio, 1920)).toEqual(size)
  })
})
