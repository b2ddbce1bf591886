/** What services that run Stable Diffusion have in common: the size that a checkpoint is made for, a seed, the size of an image. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** The side in pixels of the images that a checkpoint was made for, as far as its name says. */
export function nativeSide(checkpoint: string): number {
  return /xl|pony|illustrious|noob|sd3|flux/i.test(checkpoint) ? 1_024 : 512
}

/** For a request that names no seed: the same for a task at every call, and different for each task; below 2^32. */
export function seedFrom(ownId: string): number {
  return createHash('sha256').update(ownId).digest().readUInt32BE(0)
}

interface ImageSize {
  readonly width: number
  readonly height: number
}

/** A multiple of four, so that it is whole base64. Inputs carry no metadata when they are sent. */
const HEAD_CHARACTERS = 256 * 1024

/**
 * How large an image in base64 is, read from its head alone; null where it is no PNG, JPEG or WebP, or says nothing.
 *
 * Sources: PNG Third Edition, 11.2.1; ITU-T T.81, B.2.2; WebP Container Specification, "Extended File Format", and RFC 6386, 9.1.
 */
export function imageSize(base64: string): ImageSize | null {
  const bytes = Buffer.from(base64.slice(0, HEAD_CHARACTERS), 'base64')
  const size = bytes.length < 30 ? null : (pngSize(bytes) ?? jpegSize(bytes) ?? webpSize(bytes))
  return size && size.width > 0 && size.height > 0 ? size : null
}

function pngSize(bytes: Buffer): ImageSize | null {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webpSize(bytes: Buffer): ImageSize | null {
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return null
  }
}
