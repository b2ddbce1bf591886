import { describe, expect, it } from 'vitest'
import { convertImage, readHead } from '#renderer/features/create/inputs/convert-image.ts'

/** The head of a BMP file: 14 bytes of the file, then the header of the bitmap. */
function bitmap(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54)
  bytes.write('BM')
  return Buffer.concat([bytes.subarray(0, 14), bitmapHeader(width, height)])
}

function bitmapHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(height, 8)
  return header
}

function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(24)
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

function icon(kind: 1 | 2, parts: readonly Buffer[]): Buffer {
  const directory = Buffer.alloc(6 + parts.length * 16)
  directory.writeUInt16LE(kind, 2)
  directory.writeUInt16LE(parts.length, 4)
  let offset = directory.length
  for (const [index, part] of parts.entries()) {
    directory.writeUInt32LE(offset, 6 + index * 16 + 12)
    offset += part.length
  }
  return Buffer.concat([directory, ...parts])
}

const coreBitmap = (): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.write('BM')
  bytes.writeUInt32LE(12, 14)
  bytes.writeUInt16LE(300, 18)
  bytes.writeUInt16LE(200, 20)
  return bytes
}

const file = (bytes: Buffer, name = 'image'): File => new File([new Uint8Array(bytes)], name)

describe('the head of an image', () => {
  it.each([
    ['a bitmap', bitmap(300, 200), { from: 'BMP', pixels: 60_000 }],
    ['a bitmap from top to bottom', bitmap(300, -200), { from: 'BMP', pixels: 60_000 }],
    ['a bitmap of the first kind', coreBitmap(), { from: 'BMP', pixels: 60_000 }],
    ['a bitmap that is cut off', bitmap(300, 200).subarray(0, 20), { from: 'BMP', pixels: null }],
    ['a bitmap without a width', bitmap(0, 200), { from: 'BMP', pixels: null }],
    [
      'an icon with its largest image',
      icon(1, [bitmapHeader(16, 32), pngHead(64, 64)]),
      { from: 'ICO', pixels: 4_096 },
    ],
    ['a cursor', icon(2, [bitmapHeader(32, 64)]), { from: 'CUR', pixels: 2_048 }],
    ['an icon that points to nothing', icon(1, [Buffer.alloc(4)]), { from: 'ICO', pixels: null }],
    ['an icon without an image', icon(1, []), { from: 'ICO', pixels: null }],
    ['a PNG', pngHead(300, 200), null],
    ['nothing', Buffer.alloc(0), null],
  ])('says what %s is, and how large', async (_, bytes, head) => {
    expect(await readHead(file(bytes))).toEqual(head)
  })
})

describe('converting', () => {
  it.each([
    ['a bitmap', bitmap(10_000, 10_000)],
    ['an icon whose image is larger than its directory can say', icon(1, [pngHead(10_000, 10_000)])],
  ])('never decodes %s of too many pixels', async (_, bytes) => {
    let decoded = 0
    Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error(`decoded ${++decoded}`)) })
    try {
      expect(await convertImage(file(bytes))).toBeNull()
      expect(decoded).toBe(0)
      // The same kind of file within the limit is decoded.
      expect(await convertImage(file(bitmap(100, 100)))).toBeNull()
      expect(decoded).toBe(1)
    } finally {
      Reflect.deleteProperty(globalThis, 'createImageBitmap')
    }
  })
  it('leaves what the host takes by itself alone', async () => {
    expect(await convertImage(file(pngHead(10, 10), 'a.png'))).toBeNull()
  })
})
