/**
 * Takes the times of writing out of an MP4, so that the same video is the same file whenever it is made.
 *
 * Box layouts from ISO/IEC 14496-12: `mvhd`, `tkhd` and `mdhd` begin with version and flags (4 bytes), then when the video was
 * made and when it was changed, 4 bytes each, or 8 in version 1.
 */
import { open, type FileHandle } from 'node:fs/promises'

const BOXES_OF_BOXES = new Set(['moov', 'trak', 'mdia'])
const BOXES_WITH_TIMES = new Set(['mvhd', 'tkhd', 'mdhd'])
const HEAD_BYTES = 8

/** Sets every time of writing in the MP4 at `path` to zero, which stands for unknown. */
export async function forgetTimes(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  await forgetWithin(file, 0, size)
}

async function forgetWithin(file: FileHandle, from: number, to: number): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES + 1)
  for (let at = from; at + HEAD_BYTES <= to;) {
    await file.read(head, 0, head.length, at)
    const sizeBytes = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    /** 0 and 1 stand for "to the end" and for a longer size: only the frames themselves are that large. */
    if (sizeBytes < HEAD_BYTES) return
    if (BOXES_OF_BOXES.has(name)) await forgetWithin(file, at + HEAD_BYTES, at + sizeBytes)
    if (BOXES_WITH_TIMES.has(name))
      await file.write(Buffer.alloc(head[8] === 1 ? 16 : 8), 0, undefined, at + HEAD_BYTES + 4)
    at += sizeBytes
  }
}
