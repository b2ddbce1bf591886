/**
 * The boxes of JUMBF: a superbox has a label, contents and further superboxes.
 *
 * Source: ISO/IEC 19566-5, Annex A and B.
 */

const MAX_BOXES = 2_000
const SUPERBOX = 'jumb'
const DESCRIPTION = 'jumd'
const TYPE_BYTES = 16
const HAS_LABEL = 0x02
const MAX_LABEL = 500

export interface Superbox {
  readonly label: string
  /** The content of its first box of this type; null where there is none. */
  content(type: string): Buffer | null
  readonly inside: readonly Superbox[]
}

/** The superboxes in these bytes. What cannot be read ends them. */
export function superboxesIn(bytes: Buffer): readonly Superbox[] {
  return boxesIn(bytes).flatMap(({ type, content }) => (type === SUPERBOX ? [superbox(content)] : []))
}

function superbox(bytes: Buffer): Superbox {
  const boxes = boxesIn(bytes)
  return {
    label: labelOf(boxes.find(({ type }) => type === DESCRIPTION)?.content),
    content: (wanted) => boxes.find(({ type }) => type === wanted)?.content ?? null,
    // Looked into when asked for: nothing goes deeper than who asks.
    get inside() {
      return superboxesIn(bytes)
    },
  }
}

function labelOf(description: Buffer | undefined): string {
  if (!description || description.length <= TYPE_BYTES) return ''
  if ((description.readUInt8(TYPE_BYTES) & HAS_LABEL) === 0) return ''
  const start = TYPE_BYTES + 1
  const end = description.indexOf(0, start)
  return description.toString('utf8', start, Math.min(end < 0 ? description.length : end, start + MAX_LABEL))
}

interface Box {
  readonly type: string
  readonly content: Buffer
}

function boxesIn(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = []
  let position = 0
  while (position + 8 <= bytes.length && boxes.length < MAX_BOXES) {
    const short = bytes.readUInt32BE(position)
    const isLong = short === 1
    if (isLong && position + 16 > bytes.length) break
    const headBytes = isLong ? 16 : 8
    const lengthBytes = isLong ? Number(bytes.readBigUInt64BE(position + 8)) : short
    const end = short === 0 ? bytes.length : position + lengthBytes
    if (end < position + headBytes || end > bytes.length) break
    boxes.push({
      type: bytes.toString('latin1', position + 4, position + 8),
      content: bytes.subarray(position + headBytes, end),
    })
    position = end
  }
  return boxes
}
