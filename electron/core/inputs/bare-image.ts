/**
 * Tells whether an image file holds its pixels and nothing else, so that it may be sent byte for byte.
 *
 * Goes by lists of what is allowed: places, cameras, recipes, previews and whole videos behind the image's end come in more
 * shapes than anyone can name. A file that is not built as its format says is not bare either.
 *
 * Sources: ITU-T T.81, Annex B (JPEG); PNG Third Edition, 11; WebP Container Specification; GIF89a.
 */
import type { Buffer } from 'node:buffer'

const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
)
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const GIF_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** `extension` is the one that the file's bytes deserve. False for every format but JPEG, PNG, WebP and GIF. */
export function isBareImage(bytes: Buffer, extension: string): boolean {
  switch (extension) {
    case 'jpg':
      return isBareJpeg(bytes)
    case 'png':
      return isBarePng(bytes)
    case 'webp':
      return isBareWebp(bytes)
    case 'gif':
      return isBareGif(bytes)
    default:
      return false
  }
}

function isBareJpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (!isImageSegment(marker, bytes.subarray(at + 4, end))) return false
    at = marker === 0xda ? endOfScan(bytes, end) : end
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2 === bytes.length
  }
  return false
}

function isImageSegment(marker: number, content: Buffer): boolean {
  // JFIF with a preview, of up to 255 × 255 pixels, is longer than 14 bytes.
  if (marker === 0xe0) return content.length === 14 && content.toString('latin1', 0, 5) === 'JFIF\0'
  if (marker === 0xee) return content.length === 12 && content.toString('latin1', 0, 5) === 'Adobe'
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdd)
}

/** Where the next marker is, behind the entropy-coded data that begins at `start`. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

function isBarePng(bytes: Buffer): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!PNG_CHUNKS.has(name)) return false
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return at === bytes.length
  }
  return false
}

function isBareWebp(bytes: Buffer): boolean {
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!WEBP_CHUNKS.has(bytes.toString('latin1', at, at + 4))) return false
    const sizeBytes = bytes.readUInt32LE(at + 4)
    at += 8 + sizeBytes + (sizeBytes % 2)
  }
  return at === bytes.length && bytes.readUInt32LE(4) === bytes.length - 8
}

function isBareGif(bytes: Buffer): boolean {
  if (bytes.length < 14) return false
  let at = 13 + colourTableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x3b) return at + 1 === bytes.length
    if (kind === 0x2c) {
      at = endOfBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0))
    } else if (kind === 0x21 && bytes[at + 1] === 0xf9) {
      at = endOfBlocks(bytes, at + 2)
    } else if (kind === 0x21 && bytes[at + 1] === 0xff) {
      if (!GIF_APPLICATIONS.has(bytes.toString('latin1', at + 3, at + 14))) return false
      at = endOfBlocks(bytes, at + 2)
    } else {
      return false
    }
  }
  return false
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Behind a row of blocks, each of which begins with its length; one of length 0 ends it. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
  return at + 1
}
