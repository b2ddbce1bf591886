import { describe, expect, it } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
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

  slow.each<[string, () => Buffer, RegExp]>([
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

/** Writes the boxes of an MP4 file by hand, so that a test can make one that lies. */
function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index)
  return bytes
}

const full = (type: string, ...parts: readonly Buffer[]): Buffer => box(type, words(0), ...parts)
const FILE_TYPE = box('ftyp', Buffer.from('mp42'), words(0), Buffer.from('mp42isom'))
const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const TIMESCALE = 1000

interface VideoOptions {
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  /** Frames in the index, whose size is 12 bytes for each. */
  readonly frames?: number
  /** `vide` for frames, `soun` for none. */
  readonly handler?: string
}

/** The headers of an H.264 video without its frames. */
function videoHeaders({
  width = 64,
  height = 64,
  seconds = 2,
  frames = 2,
  handler = 'vide',
}: VideoOptions): Buffer {
  const duration = seconds * TIMESCALE
  const sizes = Buffer.alloc(4 * frames, 1)
  const durations = Buffer.concat(
    Array.from({ length: frames }, () => words(1, Math.round(duration / frames))),
  )
  const side = (pixels: number): Buffer => Buffer.from([pixels >> 8, pixels & 255])
  const entry = box(
    'avc1',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.alloc(16),
    Buffer.concat([side(width), side(height)]),
    words(0x480000, 0x480000, 0),
    Buffer.from([0, 1]),
    Buffer.alloc(32),
    Buffer.from([0, 24, 255, 255]),
    box('avcC', Buffer.from([1, 66, 0, 10, 255, 225, 0, 0, 1, 0, 0])),
  )
  const table = box(
    'stbl',
    full('stsd', words(1), entry),
    full('stts', words(frames), durations),
    full('stsc', words(1, 1, frames, 1)),
    full('stsz', words(0, frames), sizes),
    full('stco', words(1, 32)),
  )
  const media = box(
    'mdia',
    full('mdhd', words(0, 0, TIMESCALE, duration), Buffer.from([0x55, 0xc4, 0, 0])),
    full('hdlr', words(0), Buffer.from(handler), Buffer.alloc(13)),
    box('minf', full('vmhd', Buffer.alloc(8)), box('dinf', full('dref', words(1), full('url '))), table),
  )
  const track = full(
    'tkhd',
    words(0, 0, 1, 0, duration, 0, 0, 0, 0),
    MATRIX,
    words(width * 65536, height * 65536),
  )
  const movie = full(
    'mvhd',
    words(0, 0, TIMESCALE, duration, 0x10000, 0x1000000, 0, 0),
    MATRIX,
    Buffer.alloc(24),
    words(2),
  )
  return Buffer.concat([FILE_TYPE, box('moov', movie, box('trak', track, media))])
}
