/**
 * MP4 and QuickTime: XMP in a `uuid` box at the top level, behind everything else, so that no offset changes.
 *
 * Sources: ISO/IEC 14496-12 (2022), 4.2; XMP Specification Part 3 (2016), 1.2.6. Boxes that are taken out from between others
 * become `free` boxes of the same length for the same reason.
 */
import type { ByteSource } from '../byte-source.ts'
import { decodeText, MOST_TEXT_BYTES, type CarriedTexts, type Container } from '../container.ts'
import { editedPacket } from '../edited-packet.ts'
import { joinPieces, type Piece } from '../pieces.ts'
import { findBoxes, freeBox, walkBoxes, type Box } from './mp4-boxes.ts'
import { readTags } from './mp4-tags.ts'

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
