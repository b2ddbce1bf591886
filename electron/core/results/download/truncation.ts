/**
 * Tells by its structure whether a file is truncated. Reads a few places, never the whole file.
 *
 * Only a suspicion: some programs write files that look truncated and are valid.
 */
import type { FileType } from '../../media/sniff.ts'

/** Where an end marker is looked for: first at the very end, then a little before, for what some programs write behind it. */
const TAILS_BYTES = [64, 64 * 1024]
const GIF_TAIL_BYTES = 1_024
const SVG_TAIL_BYTES = 1_024
const MAX_BOXES = 10_000
/** Sizes that programs write when they do not know the size yet. */
const PLACEHOLDER = 0x7f_00_00_00
/** Of a RIFF file: a padding byte or two are often forgotten. */
const SLACK_BYTES = 16

/** A file whose bytes can be had in any order. */
export interface ReadableBytes {
  readonly sizeBytes: number
  /** `length` bytes at `at`; fewer where the file ends before. */
  read(at: number, length: number): Promise<Buffer>
}

/** @throws Error when the file cannot be read. */
export async function isTruncated(bytes: ReadableBytes, type: FileType): Promise<boolean> {
  return (await CHECKS[type.mimeType]?.(bytes)) ?? false
}

type Check = (bytes: ReadableBytes) => Promise<boolean>

/** Every PNG ends with this chunk (PNG specification, 11.2.5). Some programs write things of their own after it. */
const PNG_END = Buffer.from('IEND\u00ae\u0042\u0060\u0082', 'latin1')

const png: Check = (bytes) => lacks(bytes, PNG_END)

/** Inside the image data the end marker cannot occur (ITU T.81, B.1.1.5); in what stands before it, it may. */
const jpeg: Check = (bytes) => lacks(bytes, Buffer.from([0xff, 0xd9]))

const gif: Check = async (bytes) => {
  const end = await tail(bytes, GIF_TAIL_BYTES)
  return end.subarray(end.findLastIndex((byte) => byte !== 0)).at(0) !== 0x3b
}

const riff: Check = async (bytes) => {
  const claimed = (await padded(bytes, 4, 4)).readUInt32LE() + 8
  return claimed < PLACEHOLDER && claimed > bytes.sizeBytes + SLACK_BYTES
}

const glb: Check = async (bytes) => (await padded(bytes, 8, 4)).readUInt32LE() > bytes.sizeBytes

const svg: Check = async (bytes) =>
  !/<\/svg\s*>|\/>\s*$/i.test((await tail(bytes, SVG_TAIL_BYTES)).toString('utf8'))

/** ISO/IEC 14496-12, 4.2: boxes one after the other, each with its size; 0 means up to the end, 1 a 64-bit size behind. */
const boxes: Check = async (bytes) => {
  const { sizeBytes } = bytes
  let at = 0
  for (let count = 0; count < MAX_BOXES && at + 8 <= sizeBytes; count++) {
    const head = await padded(bytes, at, 16)
    if (!/^[\w ©-]{4}$/.test(head.toString('latin1', 4, 8))) return false
    const short = head.readUInt32BE()
    if (short === 0) return false
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (size < 8) return false
    at += size
  }
  return at > sizeBytes
}

/** RFC 8794, 4: an element's size has as many bytes as zero bits lead it, plus one; all ones mean an unknown size. */
const matroska: Check = async (bytes) => {
  let at = 0
  for (let element = 0; element < 2; element++) {
    const head = await padded(bytes, at, 16)
    const size = vint(head, 4)
    if (!size || size.value === null) return false
    at += 4 + size.bytes + size.value
  }
  return at > bytes.sizeBytes
}

function vint(bytes: Buffer, at: number): { readonly bytes: number; readonly value: number | null } | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || at + length > bytes.length) return null
  let value = BigInt(first & (0xff >> length))
  for (const byte of bytes.subarray(at + 1, at + length)) value = (value << 8n) | BigInt(byte)
  const unknown = (1n << BigInt(7 * length)) - 1n
  return { bytes: length, value: value === unknown ? null : Number(value) }
}

const CHECKS: Readonly<Record<string, Check>> = {
  'image/png': png,
  'image/apng': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': riff,
  'image/avif': boxes,
  'image/heic': boxes,
  'image/svg+xml': svg,
  'video/mp4': boxes,
  'video/quicktime': boxes,
  'video/x-m4v': boxes,
  'video/webm': matroska,
  'video/matroska': matroska,
  'audio/wav': riff,
  'audio/mp4': boxes,
  'audio/x-m4a': boxes,
  'model/gltf-binary': glb,
}

async function tail(bytes: ReadableBytes, mostBytes: number): Promise<Buffer> {
  const length = Math.min(mostBytes, bytes.sizeBytes)
  return bytes.read(bytes.sizeBytes - length, length)
}

async function lacks(bytes: ReadableBytes, marker: Buffer): Promise<boolean> {
  for (const length of TAILS_BYTES) {
    if ((await tail(bytes, length)).includes(marker)) return false
  }
  return true
}

/** `length` bytes at `at`; zeros where the file ends before. */
async function padded(bytes: ReadableBytes, at: number, length: number): Promise<Buffer> {
  const found = await bytes.read(at, length)
  return found.length === length ? found : Buffer.concat([found, Buffer.alloc(length - found.length)])
}
