/**
 * MP4 and QuickTime: XMP in a `uuid` box at the top level, behind everything else, so that no offset changes.
 *
 * Sources: ISO/IEC 14496-12 (2022), 4.2; XMP Specification Part 3 (2016), 1.2.6. Boxes that are taken out from between others
 * become `free` boxes of the same length for the same reason.
 */
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  MOST_TEXT_BYTES,
  type CarriedTexts,
  type Container,
  isTextName,
  type TextName,
  MOST_PARTS,
} from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { joinPieces, type Piece } from '../pieces.ts'

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
/** Where texts of every sort lie inside `moov`. */
const DESCRIBING = [['udta'], ['meta'], ['trak', 'udta'], ['trak', 'meta']] as const
const LARGEST_SMALL_BOX = 0xffff_ffff

export const mp4: Container = {
  readTexts: async (source) => {
    const { boxes } = await walkBoxes(source, 0, source.sizeBytes)
    const packets = await findPackets(source, boxes)
    const xmp = await readPacket(source, packets)
    return { ...(await readTags(source, boxes)), ...(xmp === null ? {} : { xmp }) } satisfies CarriedTexts
  },

  rewrite: async (source, edit) => {
    const { boxes, isWhole } = await walkBoxes(source, 0, source.sizeBytes)
    if (!isWhole || !boxes.some(({ type }) => type === 'moov')) return null
    const packets = await findPackets(source, boxes)
    const existing = await readPacket(source, packets)
    const packet = editedPacket(edit, existing)
    // The index of a fragmented file is looked for at its very end.
    const tail = boxes.findLast(({ type }) => type === 'mfra') === boxes.at(-1) ? boxes.at(-1) : undefined
    const isLoose = (box: Box) => box === tail || packets.includes(box)
    const lastFixed = boxes.findLastIndex((box) => !isLoose(box))
    const pieces: (Piece | null)[] = []
    for (const [index, box] of boxes.entries()) {
      if (isLoose(box)) {
        if (index < lastFixed) pieces.push(freeBox(box))
      } else if (edit.kind === 'strip' && box.type === 'meta') pieces.push(freeBox(box))
      else if (edit.kind === 'strip' && box.type === 'moov') pieces.push(...(await withoutTexts(source, box)))
      else if (box.isOpenEnded && packet !== null) pieces.push(...closeBox(box))
      else pieces.push(box)
    }
    if (packet !== null) pieces.push(packetBox(packet))
    if (tail) pieces.push(tail)
    return pieces.includes(null) ? null : joinPieces(pieces.filter((piece) => piece !== null))
  },
}

async function findPackets(source: ByteSource, boxes: readonly Box[]): Promise<readonly Box[]> {
  const packets: Box[] = []
  for (const box of boxes) {
    if (box.type !== 'uuid') continue
    const id = await source.read(box.content, XMP_UUID.length)
    if (id.equals(XMP_UUID)) packets.push(box)
  }
  return packets
}

async function readPacket(source: ByteSource, [box]: readonly Box[]): Promise<string | null> {
  if (!box || box.end - box.content > MOST_TEXT_BYTES) return null
  const content = box.content + XMP_UUID.length
  return decodeText(await source.read(content, box.end - content))
}

/** The box with everything in it that describes made `free`. */
async function withoutTexts(source: ByteSource, moov: Box): Promise<(Piece | null)[]> {
  const found: Box[] = []
  for (const path of DESCRIBING) found.push(...(await findBoxes(source, moov, path)))
  const pieces: (Piece | null)[] = []
  let position = moov.start
  for (const box of found.toSorted((one, other) => one.start - other.start)) {
    pieces.push({ start: position, end: box.start }, freeBox(box))
    position = box.end
  }
  return [...pieces, { start: position, end: moov.end }]
}

/** A box that reaches to the end of the file is given its length, for something is to stand behind it. */
function closeBox({ type, start, content, end }: Box): (Piece | null)[] {
  return end - start > LARGEST_SMALL_BOX ? [null] : [makeHead(type, end - start), { start: content, end }]
}

function packetBox(packet: string): Buffer {
  const content = Buffer.concat([XMP_UUID, Buffer.from(packet)])
  return Buffer.concat([makeHead('uuid', 8 + content.length), content])
}

function makeHead(type: string, sizeBytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(sizeBytes, 0)
  head.write(type, 4, 'latin1')
  return head
}

/** The version and flags that stand before the boxes in `meta` of MP4, and not of QuickTime. */
const FULL_BOX_BYTES = 4
const MOST_KEYS = 200
const NAMES: Readonly<Record<string, TextName>> = { '\u00A9cmt': 'comment' }

type Texts = Partial<Record<TextName, string>>

/** Those under the names of `TEXT_NAMES`, in `moov/udta/meta` and `moov/meta`. */
async function readTags(source: ByteSource, topLevel: readonly Box[]): Promise<Texts> {
  const moov = topLevel.find(({ type }) => type === 'moov')
  if (!moov) return {}
  const metas = [
    ...(await findBoxes(source, moov, ['udta', 'meta'])),
    ...(await findBoxes(source, moov, ['meta'])),
  ]
  const texts: Texts = {}
  for (const meta of metas.slice(0, 4)) {
    for (const [name, text] of Object.entries(await readMeta(source, meta))) texts[name as TextName] ??= text
  }
  return texts
}

async function readMeta(source: ByteSource, meta: Box): Promise<Texts> {
  const isFull = (await source.read(meta.content, FULL_BOX_BYTES)).equals(Buffer.alloc(FULL_BOX_BYTES))
  const { boxes } = await walkBoxes(source, meta.content + (isFull ? FULL_BOX_BYTES : 0), meta.end)
  const keys = await readKeys(
    source,
    boxes.find(({ type }) => type === 'keys'),
  )
  const list = boxes.find(({ type }) => type === 'ilst')
  if (!list) return {}
  const texts: Texts = {}
  const items = await walkBoxes(source, list.content, list.end)
  for (const item of items.boxes.slice(0, MOST_KEYS)) {
    const number = Buffer.from(item.type, 'latin1').readUInt32BE(0)
    const name = NAMES[item.type] ?? keys[number - 1]?.toLowerCase() ?? ''
    if (isTextName(name)) texts[name] ??= await readItem(source, item)
  }
  return texts
}

async function readKeys(source: ByteSource, box: Box | undefined): Promise<readonly string[]> {
  if (!box) return []
  const { boxes } = await walkBoxes(source, box.content + 8, box.end)
  const keys: string[] = []
  for (const { content, end } of boxes.slice(0, MOST_KEYS)) {
    keys.push(decodeText(await source.read(content, Math.min(end - content, 200))))
  }
  return keys
}

/** The text in an item: a `data` box with a type and a language of four bytes each in front. */
async function readItem(source: ByteSource, item: Box): Promise<string> {
  const { boxes } = await walkBoxes(source, item.content, item.end)
  const data = boxes.find(({ type }) => type === 'data')
  if (!data || data.end - data.content > MOST_TEXT_BYTES) return ''
  return decodeText(await source.read(data.content + 8, data.end - data.content - 8))
}

/** The boxes of an MP4 file: a length, a type, and content or further boxes. */
const MOST_FREE_BYTES = 64 * 1024 * 1024

interface Box {
  readonly type: string
  readonly start: number
  /** Where the content begins. */
  readonly content: number
  readonly end: number
  /** Its head gives no length: it reaches to the end of the file. */
  readonly isOpenEnded: boolean
}

/** The boxes between two places; `isWhole` where they fill it. */
async function walkBoxes(
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
async function findBoxes(source: ByteSource, parent: Box, path: readonly string[]): Promise<Box[]> {
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
function freeBox({ start, end }: Box): Buffer | null {
  const lengthBytes = end - start
  if (lengthBytes > MOST_FREE_BYTES) return null
  const free = Buffer.alloc(lengthBytes)
  free.writeUInt32BE(lengthBytes, 0)
  free.write('free', 4, 'latin1')
  return free
}
