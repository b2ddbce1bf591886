/**
 * The tags around music that has no frame of its own: what stands before its first byte and behind its last.
 *
 * Sources: ID3 tag version 2.4.0, "Main Structure"; ID3v1; APEv2 specification, "APE Tags Header"; Lyrics3 v2.00.
 */
import type { ByteSource } from '../byte-source.ts'

/** As many as a file may have on one side. */
const MAX_TAGS = 20
const ID3_HEAD_BYTES = 10
const ID3_FOOTER_FLAG = 0x10
const OLD_TAG_BYTES = 128
const LONGER_OLD_TAG_BYTES = 227
const APE_HEAD_BYTES = 32
const APE_HAS_HEAD = 0x8000_0000
/** Six digits and the name. */
const LYRICS_END_BYTES = 15

export async function betweenTags(
  source: ByteSource,
): Promise<{ readonly start: number; readonly end: number }> {
  let [start, end] = [0, source.sizeBytes]
  for (let count = 0, length = 1; count < MAX_TAGS && length > 0; count++) {
    length = await tagFrom(source, start)
    start = Math.min(end, start + length)
  }
  for (let count = 0, length = 1; count < MAX_TAGS && length > 0; count++) {
    length = await tagBefore(source, end)
    end = Math.max(start, end - length)
  }
  return { start, end }
}

/** The length of the tag that begins here; 0 where there is none. */
async function tagFrom(source: ByteSource, start: number): Promise<number> {
  const head = await source.read(start, APE_HEAD_BYTES)
  if (head.length >= ID3_HEAD_BYTES && head.toString('latin1', 0, 3) === 'ID3') {
    const hasFooter = (head.readUInt8(5) & ID3_FOOTER_FLAG) !== 0
    return (hasFooter ? 2 : 1) * ID3_HEAD_BYTES + readSevenBits(head, 6)
  }
  return isApe(head) ? APE_HEAD_BYTES + head.readUInt32LE(12) : 0
}

async function tagBefore(source: ByteSource, end: number): Promise<number> {
  const at = async (before: number, length: number) =>
    end < before ? Buffer.alloc(0) : source.read(end - before, length)
  const says = async (before: number, text: string) =>
    (await at(before, text.length)).toString('latin1') === text
  if (await says(OLD_TAG_BYTES, 'TAG')) return OLD_TAG_BYTES
  if (await says(LONGER_OLD_TAG_BYTES, 'TAG+')) return LONGER_OLD_TAG_BYTES
  const ape = await at(APE_HEAD_BYTES, APE_HEAD_BYTES)
  if (isApe(ape)) {
    const hasHead = ape.readUInt32LE(20) >= APE_HAS_HEAD
    return ape.readUInt32LE(12) + (hasHead ? APE_HEAD_BYTES : 0)
  }
  if (await says(9, 'LYRICS200')) {
    const size = Number((await at(LYRICS_END_BYTES, 6)).toString('latin1'))
    return Number.isInteger(size) ? size + LYRICS_END_BYTES : 0
  }
  const footer = await at(ID3_HEAD_BYTES, ID3_HEAD_BYTES)
  const isFooter = footer.toString('latin1', 0, 3) === '3DI'
  return isFooter ? 2 * ID3_HEAD_BYTES + readSevenBits(footer, 6) : 0
}

function isApe(head: Buffer): boolean {
  return head.length === APE_HEAD_BYTES && head.toString('latin1', 0, 8) === 'APETAGEX'
}

/** Four bytes of which each gives seven bits, so that none looks like the beginning of music. */
export function readSevenBits(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0)
}
