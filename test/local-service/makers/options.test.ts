import { describe, expect, it } from 'vitest'
import { defineOptions } from '#local-service/makers/options/define-options.ts'
import {
  choiceField,
  countField,
  durationField,
  flagField,
  mediaField,
  numberField,
  seedField,
  wholeNumberField,
} from '#local-service/makers/options/fields.ts'
import { aspectRatioField, resolutionField, sizeOf } from '#local-service/makers/options/image-size.ts'

const title = (text: string) => ({ title: text })
const options = defineOptions({
  resolution: resolutionField({
    named: { '720p': { shorter: 720 }, '1K': { square: 1024 } },
    standard: '720p',
    minSide: 128,
    maxSide: 1920,
  }),
  aspect_ratio: aspectRatioField('16:9'),
  duration: durationField({ minimum: 1, maximum: 20, standard: 5 }),
  fps: wholeNumberField(title('Frames'), { minimum: 8, maximum: 60, standard: 24 }),
  strength: numberField(title('Strength'), { minimum: 0, maximum: 1, standard: 0.5 }),
  count: countField('Pieces', 4),
  seed: seedField(),
  mood: choiceField(title('Mood'), ['calm', 'wild']),
  sound: flagField(title('Sound'), true),
  image_input: mediaField(title('Pictures'), { kind: 'image', maximum: 2 }),
})

function complaint(raw: Readonly<Record<string, unknown>>): string {
  try {
    options.read(raw)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('options', () => {
  it('take their defaults when nothing is said, and null says nothing', () => {
    const { values, ignored, advice } = options.read({})
    expect(values).toEqual({
      resolution: { shorter: 720 },
      aspect_ratio: null,
      duration: 5,
      fps: 24,
      strength: 0.5,
      count: 1,
      seed: null,
      mood: 'calm',
      sound: true,
      image_input: [],
    })
    const nothing = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
    expect(options.read(nothing).values).toEqual(values)
    expect([ignored, advice]).toEqual([[], []])
  })

  it.each([
    [{ duration: 0 }, /^options\.duration 0 is not possible: it must be more than zero/u],
    [{ duration: -3 }, /^options\.duration -3 is not possible: it must be more than zero/u],
    [{ duration: 0.5 }, /^options\.duration 0\.5 is not possible; use 1 to 20 seconds\.$/u],
    [{ duration: 5000 }, /^options\.duration 5000 .* seconds, not in milliseconds/u],
    [{ duration: 'long' }, /^options\.duration must be a number of seconds such as 5, not "long"/u],
    [{ duration: '5m' }, /^options\.duration must be a number of seconds/u],
    [{ duration: [5] }, /^options\.duration must be a number of seconds/u],
    [{ duration: true }, /^options\.duration must be a number of seconds/u],
    [{ fps: 24.5 }, /^options\.fps must be a whole number from 8 to 60, not 24\.5/u],
    [{ fps: '24' }, /^options\.fps must be a whole number/u],
    [{ strength: 1.01 }, /^options\.strength must be a number from 0 to 1/u],
    [{ count: 0 }, /^options\.count must be a whole number from 1 to 4/u],
    [{ seed: 2 ** 32 }, /^options\.seed must be a whole number from 0 to 4294967295/u],
    [{ mood: 'Calm' }, /^options\.mood must be one of "calm", "wild", not "Calm"/u],
    [{ sound: 'yes' }, /^options\.sound must be true or false/u],
    [{ resolution: '721p' }, /^options\.resolution "721p" is not possible; use 720p, 1K, or/u],
    [{ resolution: '0x0' }, /^options\.resolution "0x0" is not possible/u],
    [{ resolution: '1920x127' }, /^options\.resolution/u],
    [{ resolution: '-640x480' }, /^options\.resolution/u],
    [{ resolution: {} }, /^options\.resolution must be a string/u],
    [{ aspect_ratio: '0:1' }, /^options\.aspect_ratio "0:1" is not possible/u],
    [{ aspect_ratio: '1:0' }, /^options\.aspect_ratio/u],
    [{ aspect_ratio: '16-9' }, /^options\.aspect_ratio/u],
    [{ image_input: [] }, /^options\.image_input must be a string, or an array of 1 to 2 strings/u],
    [{ image_input: ['a', 'b', 'c'] }, /^options\.image_input/u],
    [{ image_input: ['a', 7] }, /^options\.image_input/u],
    [{ image_input: ' ' }, /^options\.image_input/u],
  ])('refuse %j, naming the option', (raw, message) => {
    expect(complaint(raw)).toMatch(message)
  })

  it('tell everything that is wrong at once', () => {
    expect(complaint({ duration: 0, fps: 1, mood: 'sad' })).toMatch(
      /options\.duration .*options\.fps .*options\.mood /u,
    )
  })

  it('never show more than a little of a wrong value', () => {
    expect(complaint({ mood: 'x'.repeat(1_000_000) }).length).toBeLessThan(200)
  })

  it.each([
    ['8s', 8],
    ['5', 5],
    [' 2.5 sec', 2.5],
    [20, 20],
  ])('read the duration %j as seconds', (duration, seconds) => {
    expect(options.read({ duration }).values.duration).toBe(seconds)
  })

  it('keep unknown keys apart, say so, and guess at misspelt ones', () => {
    const raw: unknown = JSON.parse(
      '{"durationn": 5, "sparkle": true, "__proto__": {"fps": 3}, "constructor": 1}',
    )
    const { values, ignored, advice } = options.read(raw as Record<string, unknown>)
    expect([values.duration, values.fps]).toEqual([5, 24])
    expect(ignored).toEqual(['durationn', 'sparkle', '__proto__', 'constructor'])
    expect(advice.join(' ')).toMatch(/ignored: durationn \(duration\?\), sparkle/u)
  })

  it('say little about very many unknown keys', () => {
    const raw = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, 1]))
    const { ignored, advice } = options.read(raw)
    expect(ignored).toHaveLength(5_000)
    expect(advice.join(' ').length).toBeLessThan(1_000)
    expect(advice.join(' ')).toMatch(/and 4988 more/u)
  })

  it('are listed as a JSON Schema whose defaults they accept', () => {
    const properties = options.schema['properties'] as Record<string, { default?: unknown }>
    const defaults = Object.fromEntries(
      Object.entries(properties).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
    expect(complaint(defaults)).toBe('accepted')
    expect(Object.keys(properties)).toContain('aspect_ratio')
  })
})

describe('a size', () => {
  it.each([
    [{ shorter: 720 }, 16 / 9, [1280, 720]],
    [{ shorter: 720 }, 9 / 16, [720, 1280]],
    [{ shorter: 720 }, 1, [720, 720]],
    [{ shorter: 1080 }, 4, [1920, 480]],
    [{ square: 1024 }, 1, [1024, 1024]],
    [{ width: 333, height: 777 }, 1, [333, 777]],
  ])('of %j with the ratio %d is %j', (resolution, ratio, [width, height]) => {
    expect(sizeOf(resolution, ratio, 1920)).toEqual({ width, height })
  })
})
