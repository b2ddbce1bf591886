import { describe, expect, it } from 'vitest'
import { readOptions } from '#local-service/makers/read-options.ts'
import { MAKERS } from '#local-service/options.ts'
import { sizeOf } from '#local-service/makers/sizes.ts'
import { redrawnSize, videoSize } from '#local-service/makers/video-plan.ts'

const MODELS = MAKERS.flatMap(({ models }) => models)
type Raw = Readonly<Record<string, unknown>>

function read(model: string, raw: Raw) {
  const schema = MODELS.find((entry) => entry.model === model)?.options ?? {}
  return readOptions<Record<string, unknown>>(schema, raw)
}

const video = (raw: Raw) => read('drifting-landscape', raw)
const image = (raw: Raw) => read('painted-landscape', raw)

describe('options', () => {
  it('take their defaults when nothing is said, and null says nothing', () => {
    const { values, ignored, advice } = video({})
    expect(values).toEqual({
      duration: 4,
      fps: 24,
      resolution: { shorter: 720 },
      aspect_ratio: null,
      camera: 'auto',
      seed: null,
      count: 1,
      audio: true,
      strength: 0.85,
      image_input: [],
      video_input: [],
    })
    const nothing = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
    expect(video(nothing).values).toEqual(values)
    expect([ignored, advice]).toEqual([[], []])
  })

  it.each(MODELS.map(({ model, options }) => [model, options] as const))(
    'of %s accept the defaults that they list',
    (model, { properties }) => {
      const entries = Object.entries(properties as Record<string, { default?: unknown }>)
      const defaults = entries.flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      )
      expect(read(model, Object.fromEntries(defaults)).ignored).toEqual([])
    },
  )

  it.each([
    ['video', { duration: 0 }, /^options\.duration 0 is not possible: it must be more than zero/u],
    ['video', { duration: -3 }, /^options\.duration -3 is not possible: it must be more than zero/u],
    ['video', { duration: 0.5 }, /^options\.duration 0\.5 is not possible; use 1 to 20 seconds\.$/u],
    ['video', { duration: 5000 }, /^options\.duration 5000 .* seconds, not in milliseconds/u],
    ['video', { duration: 'long' }, /^options\.duration must be a number of seconds such as 4, not "long"/u],
    ['video', { duration: '5m' }, /^options\.duration must be a number of seconds/u],
    ['video', { duration: Number.NaN }, /^options\.duration must be a number of seconds/u],
    ['video', { duration: [5] }, /^options\.duration must be a number of seconds/u],
    ['video', { fps: 24.5 }, /^options\.fps must be a whole number from 8 to 60, not 24\.5/u],
    ['video', { fps: '24' }, /^options\.fps must be a whole number/u],
    ['video', { strength: 1.01 }, /^options\.strength must be a number from 0 to 1/u],
    ['video', { count: 5 }, /^options\.count must be a whole number from 1 to 4/u],
    ['image', { count: 0 }, /^options\.count must be a whole number from 1 to 8/u],
    ['image', { seed: 2 ** 32 }, /^options\.seed must be a whole number from 0 to 4294967295/u],
    ['image', { seed: '7' }, /^options\.seed/u],
    ['image', { output_format: 'bmp' }, /^options\.output_format must be one of "png", "jpeg", "webp"/u],
    ['video', { camera: 'spin' }, /^options\.camera must be one of "auto", "push in"/u],
    ['video', { audio: 'yes' }, /^options\.audio must be true or false/u],
    ['video', { resolution: '721p' }, /^options\.resolution "721p" is not possible; use 240p, 360p/u],
    ['video', { resolution: '20x20' }, /^options\.resolution "20x20" is not possible/u],
    ['video', { resolution: '-640x480' }, /^options\.resolution/u],
    ['image', { resolution: '4096x4096' }, /^options\.resolution "4096x4096" is not possible/u],
    ['image', { resolution: 1024 }, /^options\.resolution must be a string, such as "1K"/u],
    ['image', { aspect_ratio: '9:1' }, /^options\.aspect_ratio "9:1" is not possible/u],
    ['image', { aspect_ratio: '1:0' }, /^options\.aspect_ratio/u],
    ['image', { aspect_ratio: 1.78 }, /^options\.aspect_ratio must be a string/u],
    ['image', { image_input: [] }, /^options\.image_input must be a string, or an array of 1 to 4 strings/u],
    ['image', { image_input: ['a', 7] }, /^options\.image_input/u],
    ['image', { image_input: ' ' }, /^options\.image_input/u],
    ['video', { video_input: ['a', 'b'] }, /^options\.video_input must be/u],
  ])('of a %s refuse %j, naming the option', (kind, raw, message) => {
    expect(() => (kind === 'video' ? video : image)(raw)).toThrow(message)
  })

  it('tell everything that is wrong at once', () => {
    const raw = { duration: 0, fps: 1, camera: 'x' }
    expect(() => video(raw)).toThrow(/options\.duration .*options\.fps .*options\.camera /u)
  })

  it('never show more than a little of a wrong value', () => {
    expect(() => video({ camera: 'x'.repeat(1_000_000) })).toThrow(/^.{0,300}$/u)
  })

  it.each([
    ['8s', 8],
    ['5', 5],
    [' 2.5 sec', 2.5],
    [20, 20],
  ])('read the duration %j as seconds', (duration, seconds) => {
    expect(video({ duration }).values['duration']).toBe(seconds)
  })

  it('keep unknown keys apart, say so, and guess at misspelt ones', () => {
    const raw: unknown = JSON.parse(
      '{"durationn": 5, "sparkle": true, "__proto__": {"fps": 3}, "constructor": 1}',
    )
    const { values, ignored, advice } = video(raw as Raw)
    expect([values['duration'], values['fps']]).toEqual([4, 24])
    expect(ignored).toEqual(['durationn', 'sparkle', '__proto__', 'constructor'])
    expect(advice.join(' ')).toMatch(/ignored: durationn \(duration\?\), sparkle/u)
  })

  it('say little about very many unknown keys', () => {
    const raw = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, 1]))
    const { ignored, advice } = video(raw)
    expect(ignored).toHaveLength(5_000)
    expect(advice.join(' ').length).toBeLessThan(1_000)
    expect(advice.join(' ')).toMatch(/and 4988 more/u)
  })
})

describe('a resolution', () => {
  it.each([
    ['512', { square: 512 }],
    ['2k', { square: 2048 }],
    ['640x333', { width: 640, height: 333 }],
  ])('%j is read as %j', (resolution, size) => {
    expect(image({ resolution }).values['resolution']).toEqual(size)
  })
})

describe('a size', () => {
  it.each([
    [{ shorter: 720 }, 16 / 9, [1280, 720]],
    [{ shorter: 720 }, 9 / 16, [720, 1280]],
    [{ shorter: 1080 }, 4, [1920, 480]],
    [{ shorter: 1080 }, 21 / 9, [1920, 822]],
    [{ square: 1024 }, 16 / 9, [1366, 768]],
    [{ width: 333, height: 777 }, 1, [333, 777]],
  ])('of %j with the ratio %d is %j', (resolution, ratio, [width, height]) => {
    expect(sizeOf(resolution, ratio, 1920)).toEqual({ width, height })
  })

  it('of a video has even sides, and says where that changed it', () => {
    expect(videoSize({ width: 321, height: 201 }, 1)).toEqual({
      size: { width: 322, height: 202 },
      advice: ['Made 322x202: H.264 videos have even sides.'],
    })
    expect(videoSize({ shorter: 480 }, 9 / 16)).toEqual({ size: { width: 480, height: 854 }, advice: [] })
  })

  it.each([
    [641, 361, { width: 642, height: 362 }],
    [3840, 2160, { width: 1920, height: 1080 }],
  ])('of a redrawn video of %d x %d is %j', (width, height, size) => {
    expect(redrawnSize({ width, height })).toEqual(size)
  })
})
