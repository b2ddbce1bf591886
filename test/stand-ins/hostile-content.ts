/** Files for servers to offer: images by their bytes and their structure, of any size, another one for every number. */
import { createHash } from 'node:crypto'
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const OVERHEAD_BYTES = SIGNATURE.length + 25 + 12 + 12
const NOISE = makeNoise(256 * 1024)

/** A PNG of exactly `sizeBytes`, at least 100, whole from its signature to its end; what it shows is noise. */
export function noiseImage(number: number, sizeBytes: number): Buffer {
  const data = Buffer.alloc(sizeBytes - OVERHEAD_BYTES)
  for (let at = 0; at < data.length; at += NOISE.length) {
    NOISE.copy(data, at, (number * 7_919) % (NOISE.length / 2))
  }
  data.writeUInt32BE(number, 0)
  return png(64, data)
}

/** A PNG of few bytes and of so many pixels on each side that nobody could hold it decoded in memory. */
export function hugeImage(side: number): Buffer {
  return png(side, deflateSync(Buffer.alloc(1_000)))
}

/** A PNG of `side` squared black pixels, as small as it can be. */
export function pixelBomb(side: number): Buffer {
  return png(side, deflatedZeros((side * 3 + 1) * side))
}

/** As zlib would write it, without going over every byte: a piece of it, again and again. */
function deflatedZeros(size: number): Buffer {
  const zeros = Buffer.alloc(1024 ** 2)
  const piece = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(zeros.subarray(0, size % zeros.length), { level: 9 })
  const checksum = Buffer.alloc(4)
  // Adler-32 of nothing but zeros (RFC 1950).
  checksum.writeUInt16BE(size % 65_521, 0)
  checksum.writeUInt16BE(1, 2)
  const chunks = Array.from({ length: Math.floor(size / zeros.length) }, () => piece)
  return Buffer.concat([Buffer.from('78da', 'hex'), ...chunks, rest, checksum])
}

function png(side: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), framed.length - 4)
  return framed
}

/** The same in every run, and nothing that repeats soon. */
function makeNoise(sizeBytes: number): Buffer {
  const blocks: Buffer[] = []
  for (let count = 0; count * 32 < sizeBytes; count++) {
    blocks.push(createHash('sha256').update(`noise ${count}`).digest())
  }
  return Buffer.concat(blocks)
}

/** Bytes from what is said of them, texts in Latin-1. */
export function bytes(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
}
