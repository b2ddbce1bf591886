/**
 * Whether a file ends as its format says that it must: one that is still being written, slowly, does not.
 *
 * Sources: PNG Specification (Third Edition), 11.2.5; ITU-T T.81, B.1.1; RIFF as in RFC 9649, 2.3; ISO/IEC 14496-12, 4.2; GIF89a, 27;
 * glTF 2.0, 4.4.2.
 */
import { type ByteSource, withFileSource } from '../../provenance/byte-source.ts'

type FileEnd = 'whole' | 'cutOff' | 'unknown'

/** What other programs lay behind the end is looked past so far. */
const TAIL_BYTES = 1024 * 1024
const MAX_PARTS = 10_000
/** Written where the length is not known beforehand. */
const RIFF_UNKNOWN = [0, 0xffff_ffff]

/** @throws Error when the file cannot be read. */
export function endOf(path: string, extension: string): Promise<FileEnd> {
  const look = Object.hasOwn(ENDS, extension) ? ENDS[extension] : undefined
  return look ? withFileSource(path, look) : Promise.resolve('unknown')
}

const ENDS: Readonly<Record<string, (source: ByteSource) => Promise<FileEnd>>> = {
  png: async (source) => said((await tailOf(source)).includes(Buffer.from('49454e44ae426082', 'hex'))),
  jpg: endOfJpeg,
  gif: async (source) => said((await tailOf(source)).includes(0x3b)),
  webp: endOfRiff,
  wav: endOfRiff,
  avi: endOfRiff,
  avif: endOfBoxes,
  heic: endOfBoxes,
  m4a: endOfBoxes,
  mov: endOfBoxes,
  mp4: endOfBoxes,
  glb: async (source) => {
    const head = await source.read(0, 12)
    return said(head.length === 12 && head.readUInt32LE(8) <= source.sizeBytes)
  },
}

function said(isWhole: boolean): FileEnd {
  return isWhole ? 'whole' : 'cutOff'
}

function tailOf(source: ByteSource, from = 0): Promise<Buffer> {
  return source.read(Math.max(from, source.sizeBytes - TAIL_BYTES), TAIL_BYTES)
}

/** Thumbnails inside of it have ends of their own, but stand before the first scan. */
async function endOfJpeg(source: ByteSource): Promise<FileEnd> {
  let position = 2
  for (let part = 0; part < MAX_PARTS; part++) {
    const head = await source.read(position, 4)
    if (head.length < 4) return 'cutOff'
    if (head[0] !== 0xff) return 'unknown'
    position += 2 + head.readUInt16BE(2)
    if (head[1] === 0xda) return said((await tailOf(source, position)).includes(Buffer.from([0xff, 0xd9])))
  }
  return 'unknown'
}

async function endOfRiff(source: ByteSource): Promise<FileEnd> {
  const head = await source.read(0, 8)
  if (head.length < 8) return 'cutOff'
  const lengthBytes = head.readUInt32LE(4)
  return RIFF_UNKNOWN.includes(lengthBytes) ? 'unknown' : said(8 + lengthBytes <= source.sizeBytes)
}

/** The boxes fill the file, and what tells a player of the others is among them. */
async function endOfBoxes(source: ByteSource): Promise<FileEnd> {
  let position = 0
  let hasIndex = false
  for (let part = 0; part < MAX_PARTS && position < source.sizeBytes; part++) {
    const head = await source.read(position, 16)
    if (head.length < 8) return 'cutOff'
    const short = head.readUInt32BE(0)
    hasIndex ||= ['moov', 'meta'].includes(head.toString('latin1', 4, 8))
    if (short === 0) return 'unknown'
    if (short === 1 && head.length < 16) return 'cutOff'
    const lengthBytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (lengthBytes < 8) return 'unknown'
    position += lengthBytes
  }
  return said(hasIndex && position === source.sizeBytes)
}
