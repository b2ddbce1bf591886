import { describe, expect, it } from 'vitest'
import { readVideoInput } from '#local-service/inputs/video-input.ts'
import { box, filmHeaders, words } from '../support/boxes.ts'

const nowhere = (): Promise<null> => Promise.resolve(null)
const read = (bytes: Buffer): ReturnType<typeof readVideoInput> =>
  readVideoInput('options.video_input', bytes.toString('base64'), nowhere)

describe('an input film', () => {
  it('is described by its headers', async () => {
    const { bytes: _bytes, ...film } = await read(
      filmHeaders({ width: 320, height: 180, seconds: 3, frames: 6 }),
    )
    expect(film).toEqual({
      contentType: 'video/mp4',
      width: 320,
      height: 180,
      durationSeconds: 3,
      codec: 'avc',
      hasSound: false,
    })
  })

  it.each<[string, () => Buffer, RegExp]>([
    [
      'is no film',
      () => Buffer.from('just some words, quite a few of them'),
      /is not a readable film: no known kind/u,
    ],
    [
      'is a picture',
      () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      /is not a readable film: image\/png/u,
    ],
    ['is cut off', () => filmHeaders({}).subarray(0, 300), /is not a (?:readable )?film/u],
    ['has no index', () => filmHeaders({}).subarray(0, 24), /is not a (?:readable )?film/u],
    [
      'has no pictures',
      () => filmHeaders({ handler: 'text' }),
      /is not a film: it holds no pictures|headers are damaged/u,
    ],
    ['is too long', () => filmHeaders({ seconds: 61 }), /is 61\.0 s long; films of up to 60 s/u],
    ['has no length', () => filmHeaders({ seconds: 0 }), /is 0\.0 s long/u],
    ['is too wide', () => filmHeaders({ width: 8_000 }), /measures 8000x64; 16 to 3840 pixels a side/u],
    ['is a sliver', () => filmHeaders({ height: 8 }), /measures 64x8; 16 to 3840 pixels a side/u],
    ['has an index of millions of frames', () => filmHeaders({ frames: 200_000 }), /its index is too large/u],
    [
      'hides its index behind a box with a large size',
      () => {
        const film = filmHeaders({ frames: 200_000 })
        const [start, index] = [film.subarray(0, 24), film.subarray(24)]
        const padding = Buffer.concat([words(1), Buffer.from('free'), words(0, 24), Buffer.alloc(8)])
        return Buffer.concat([start, box('free', Buffer.alloc(100)), padding, index])
      },
      /its index is too large/u,
    ],
    [
      'is too large',
      () => Buffer.concat([filmHeaders({}), Buffer.alloc(28 * 1024 * 1024)]),
      /at most 28 MB are read/u,
    ],
  ])('is refused when it %s', async (_case, make, message) => {
    await expect(read(make())).rejects.toThrow(message)
  })

  it('is never fetched from elsewhere', async () => {
    const reading = readVideoInput('options.video_input', 'https://example.com/film.mp4', nowhere)
    await expect(reading).rejects.toThrow(/fetches from no other host/u)
  })
})
