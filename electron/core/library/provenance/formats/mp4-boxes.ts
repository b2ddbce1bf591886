/** The boxes of an MP4 file: a length, a type, and content or further boxes. */
import type { ByteSource } from '../byte-source.ts'
import { MOST_PARTS } from '../container.ts'

const MOST_FREE_BYTES = 64 * 1024 * 1024

export interface Box {
  readonly type: string
  readonly start: number
  /** Where the content begins. */
  readonly content: number
  readonly end: number
  /** Its head gives no length: it reaches to the end of the file. */
  readonly isOpenEnded: boolean
}

/** The boxes between two places; `isWhole` where they fill it. */
export async function walkBoxes(
  source: ByteSource,
  from: number,
  to: number,
): Promise<{ readonly boxes: readonly Box[]; readonly isWhole: boolean }> {
  const boxes: Box[] = []
  let position = from
  while (position + 8 <= to && boxes.length < MOST_PARTS) {
    const head = await source.read(position, 16)
    if (head.length < 8) break
    const short = head.readUInt32BE(0)
    if (short === 1 && head.length < 16) break
    const isOpenEnded = short === 0 && to === source.sizeBytes
    const lengthBytes = isOpenEnded ? to - position : short === 1 ? Number(head.readBigUInt64BE(8)) : short
    const content = position + (short === 1 ? 16 : 8)
    const end = position + lengthBytes
    if (end < content || end > to) break
    boxes.push({ type: head.toString('latin1', 4, 8), start: position, content, end, isOpenEnded })
    position = end
  }
  return { boxes, isWhole: position === to }
}

/** All boxes under `parent` at a path of types. */
export async function findBoxes(source: ByteSource, parent: Box, path: readonly string[]): Promise<Box[]> {
  let found: Box[] = [parent]
  for (const type of path) {
    const next: Box[] = []
    for (const { content, end } of found) {
      const { boxes } = await walkBoxes(source, content, end)
      next.push(...boxes.filter((box) => box.type === type))
    }
    found = next.slice(0, MOST_PARTS)
  }
  return found
}

/** Zeros in a box that players skip, in the place of `box`; null where that is larger than metadata ever are. */
export function freeBox({ start, end }: Box): Buffer | null {
  const lengthBytes = end - start
  if (lengthBytes > MOST_FREE_BYTES) return null
  const free = Buffer.alloc(lengthBytes)
  free.writeUInt32BE(lengthBytes, 0)
  free.write('free', 4, 'latin1')
  return free
}
