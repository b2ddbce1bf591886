/**
 * Writes the boxes of an MP4 file by hand, so that a test can make one that lies.
 */

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

export function words(...numbers: readonly number[]): Buffer {
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
export function videoHeaders({
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
