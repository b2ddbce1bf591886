import { describe, expect, it } from 'vitest'
import {
  MOVED_IMAGE_OPTIONS,
  REDRAWN_VIDEO_OPTIONS,
  redrawnSize,
  VIDEO_OPTIONS,
  videoSize,
} from '#local-service/makers/video-options.ts'

const read = (raw: Readonly<Record<string, unknown>>) => VIDEO_OPTIONS.read(raw).values

describe('video options', () => {
  it('have sensible values where the request names none', () => {
    const { duration, fps, count, audio, camera, seed } = read({})
    expect({ duration, fps, count, audio, camera, seed }).toEqual({
      duration: 4,
      fps: 24,
      count: 1,
      audio: true,
      camera: 'auto',
      seed: null,
    })
  })

  it.each([
    [
      { duration: 0 },
      /^options\.duration 0 is not possible: it must be more than zero, from 1 to 20 seconds\./u,
    ],
    [{ duration: -3 }, /^options\.duration -3 is not possible/u],
    [{ duration: Number.NaN }, /^options\.duration must be a number of seconds/u],
    [{ duration: 60 }, /^options\.duration 60 is not possible; use 1 to 20 seconds/u],
    [{ duration: 4_000 }, /not in milliseconds/u],
    [{ duration: 'long' }, /^options\.duration must be a number of seconds/u],
    [{ fps: 4 }, /^options\.fps must be a whole number from 8 to 60/u],
    [{ fps: 23.976 }, /^options\.fps must be a whole number/u],
    [{ fps: '24' }, /^options\.fps/u],
    [{ resolution: '8K' }, /^options\.resolution "8K" is not possible; use 240p, 360p, 480p, 720p, 1080p/u],
    [{ resolution: '4000x2000' }, /^options\.resolution "4000x2000" is not possible/u],
    [{ resolution: '20x20' }, /^options\.resolution "20x20" is not possible/u],
    [{ resolution: 720 }, /^options\.resolution must be a string/u],
    [{ aspect_ratio: '9:1' }, /^options\.aspect_ratio "9:1" is not possible/u],
    [{ aspect_ratio: 1.78 }, /^options\.aspect_ratio must be a string/u],
    [{ seed: -1 }, /^options\.seed must be a whole number/u],
    [{ count: 5 }, /^options\.count must be a whole number from 1 to 4/u],
    [{ count: 0 }, /^options\.count/u],
    [{ audio: 'yes' }, /^options\.audio must be true or false/u],
    [{ camera: 'spin' }, /^options\.camera must be one of "auto", "push in"/u],
    [{ strength: 1.5 }, /^options\.strength must be a number from 0 to 1/u],
    [{ image_input: [] }, /^options\.image_input must be/u],
    [{ video_input: 7 }, /^options\.video_input must be/u],
    [{ video_input: ['a', 'b'] }, /^options\.video_input must be/u],
  ])('refuse %j, naming the option', (raw, message) => {
    expect(() => read(raw)).toThrow(message)
  })

  it('name every option at fault at once', () => {
    expect(() => read({ duration: 0, fps: 1, seed: 'x' })).toThrow(
      /options\.duration.*options\.fps.*options\.seed/u,
    )
  })

  it('list keys that nobody knows', () => {
    expect(VIDEO_OPTIONS.read({ motion_bucket: 5, n_frames: 12 }).ignored).toEqual([
      'motion_bucket',
      'n_frames',
    ])
  })
})

describe('the style option', () => {
  it('is one of the image styles for an image that is moved through', () => {
    expect(MOVED_IMAGE_OPTIONS.read({}).values.style).toBe('as it is')
    expect(() => MOVED_IMAGE_OPTIONS.read({ style: 'pencil' })).toThrow(
      /^options\.style must be one of "as it is"/u,
    )
  })

  it('is one of the filters for a redrawn video', () => {
    expect(REDRAWN_VIDEO_OPTIONS.read({}).values.style).toBe('auto')
    expect(() => REDRAWN_VIDEO_OPTIONS.read({ style: 'ink-wash' })).toThrow(
      /^options\.style must be one of "auto"/u,
    )
  })
})

describe('videoSize', () => {
  it.each([
    [{}, 16 / 9, [1280, 720]],
    [{ resolution: '1080p' }, 16 / 9, [1920, 1080]],
    [{ resolution: '480p' }, 9 / 16, [480, 854]],
    [{ resolution: '720p' }, 1, [720, 720]],
    [{ resolution: '1080p' }, 21 / 9, [1920, 822]],
    [{ resolution: '1280x720' }, 1, [1280, 720]],
  ])('of %j with the ratio %d is %j', (raw, ratio, [width, height]) => {
    expect(videoSize(read(raw).resolution, ratio)).toEqual({ size: { width, height }, advice: [] })
  })

  it('rounds odd sides to even ones, and says so', () => {
    const { size, advice } = videoSize(read({ resolution: '321x201' }).resolution, 1)
    expect(size).toEqual({ width: 322, height: 202 })
    expect(advice).toEqual(['Made 322x202: H.264 videos have even sides.'])
  })
})

describe('redrawnSize', () => {
  it.each([
    [
      { width: 640, height: 360 },
      { width: 640, height: 360 },
    ],
    [
      { width: 641, height: 361 },
      { width: 642, height: 362 },
    ],
    [
      { width: 3840, height: 2160 },
      { width: 1920, height: 1080 },
    ],
  ])('of %j is %j', (given, size) => {
    expect(redrawnSize(given)).toEqual(size)
  })
})
