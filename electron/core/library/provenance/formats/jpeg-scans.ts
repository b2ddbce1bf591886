/**
 * The part of a JPEG behind its first segments: the scans, and the end of the image.
 *
 * Source: ITU-T T.81, B.1.1.2 (markers) and B.1.1.5 (what stands between them). Programs put further images and texts behind the end.
 */
import type { ByteSource } from '../byte-source.ts'
import type { Span } from '../spans.ts'

const READ_BYTES = 64 * 1024
const SCAN = 0xda
const END = 0xd9
const FIRST_APPLICATION = 0xe0
const MAX_SCANS = 5_000

/** The spans from `start` on, where a scan begins, without what is not needed to show the image; null where they are damaged. */
export async function scansAlone(source: ByteSource, start: number): Promise<readonly Span[] | null> {
  const spans: Span[] = []
  for (let position = start; spans.length < MAX_SCANS;) {
    const head = await source.read(position, 4)
    // Some are cut off before their end, and shown all the same.
    if (head.length < 4 && head[1] !== END) return spans
    const marker = head.readUInt8(1)
    if (head[0] !== 0xff) return null
    if (marker === END) return [...spans, { start: position, end: position + 2 }]
    const end = position + 2 + head.readUInt16BE(2)
    if (end < position + 4 || end > source.sizeBytes) return null
    const next = marker === SCAN ? await nextMarker(source, end) : end
    if (marker < FIRST_APPLICATION) spans.push({ start: position, end: next })
    position = next
  }
  return null
}

/** Where the data of a scan end: at a marker that is none of a restart, or with the file. */
async function nextMarker(source: ByteSource, start: number): Promise<number> {
  for (let position = start; position < source.sizeBytes;) {
    const bytes = await source.read(position, READ_BYTES)
    for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
      const after = bytes[at + 1] ?? 0
      const isData = after === 0 || after === 0xff || (after >= 0xd0 && after <= 0xd7)
      if (!isData) return position + at
    }
    // The last byte is looked at again with the one behind it.
    position += Math.max(1, bytes.length - 1)
  }
  return source.sizeBytes
}
