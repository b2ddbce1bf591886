import { describe, expect, it } from 'vitest'
import { box, videoHeaders, words } from '../support/boxes.ts'
import { readHere } from '../support/makers.ts'

const { video } = readHere()
const read = (bytes: Buffer): ReturnType<typeof video> =>
  video('options.video_input', bytes.toString('base64'))

describe('an input video', () => {
  it('is described by its headers', async () => {
    const { bytes: _bytes, ...rest } = await read(
      videoHeaders({ width: 320, height: 180, seconds: 3, frames: 15 }),
    )
    expect(rest).toEqual({
      framesPerSecond: 5,
      frames: 15,
      width: 320,
      height: 180,
      durationSeconds: 3,
      codec: expect.stringMatching(/^avc1\./u),
      hasAudio: false,
    })
  })

  it.each<[string, () => Buffer, RegExp]>([
    [
      'is no video',
      () => Buffer.from('just some words, quite a few of them'),
      /is not a readable video: no known kind/u,
    ],
    [
      'is an image',
      () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      /is not a readable video: image\/png/u,
    ],
    ['is cut off', () => videoHeaders({}).subarray(0, 300), /is not a (?:readable )?video/u],
    ['has no index', () => videoHeaders({}).subarray(0, 24), /is not a (?:readable )?video/u],
    [
      'has no frames',
      () => videoHeaders({ handler: 'text' }),
      /is not a video: it holds no frames|headers are damaged/u,
    ],
    ['is too long', () => videoHeaders({ seconds: 61 }), /is 61\.0 s long; videos of up to 60 s/u],
    ['has no length', () => videoHeaders({ seconds: 0 }), /is 0\.0 s long/u],
    ['is too wide', () => videoHeaders({ width: 8_000 }), /measures 8000x64; 16 to 3840 pixels a side/u],
    ['is a sliver', () => videoHeaders({ height: 8 }), /measures 64x8; 16 to 3840 pixels a side/u],
    [
      'has an index of millions of frames',
      () => videoHeaders({ frames: 200_000 }),
      /its index is too large/u,
    ],
    [
      'hides its index behind a box with a large size',
      () => {
        const video = videoHeaders({ frames: 200_000 })
        const [start, index] = [video.subarray(0, 24), video.subarray(24)]
        const padding = Buffer.concat([words(1), Buffer.from('free'), words(0, 24), Buffer.alloc(8)])
        return Buffer.concat([start, box('free', Buffer.alloc(100)), padding, index])
      },
      /its index is too large/u,
    ],
    [
      'is too large',
      () => Buffer.concat([videoHeaders({}), Buffer.alloc(28 * 1024 * 1024)]),
      /at most 28 MB are read/u,
    ],
  ])('is refused when it %s', async (_case, make, message) => {
    await expect(read(make())).rejects.toThrow(message)
  })

  it('is never fetched from elsewhere', async () => {
    await expect(video('options.video_input', 'https://example.com/video.mp4')).rejects.toThrow(
      /fetches from no other host/u,
    )
  })
})
