/**
 * MP4 and QuickTime: XMP in a `uuid` box at the top level, behind everything else, so that no offset changes.
 *
 * Sources: ISO/IEC 14496-12 (2022), 4.2; XMP Specification Part 3 (2016), 1.2.6. Boxes that are taken out from between others
 * become `free` boxes of the same length for the same reason.
 */
import { CustomSource, Input, MP4, QTFF } from 'mediabunny'
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  keepsSignature,
  MAX_SIGNED_BYTES,
  MAX_TEXT_BYTES,
  type Container,
  isTextName,
  type TextName,
  MAX_PARTS,
} from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { joinSpans, type Span } from '../spans.ts'

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
/** Content Credentials. Source: C2PA Technical Specification 2.1, A.5, "Embedding manifests into BMFF". */
const SIGNED_UUID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
/** Where texts of every sort lie inside `moov`. */
const DESCRIBING = [['udta'], ['meta'], ['trak', 'udta'], ['trak', 'meta']] as const
const MAX_SMALL_BOX = 0xffff_ffff

export const mp4: Container = {
  readTexts: async (source) => {
    const { boxes } = await walkBoxes(source, 0, source.sizeBytes)
    const xmp = await readPacket(source, await boxesWith(source, boxes, XMP_UUID))
    return { ...(await readTags(source).catch(() => ({}))), xmp }
  },

  readSigned: async (source) => {
    const { boxes } = await walkBoxes(source, 0, source.sizeBytes)
    const [box] = await boxesWith(source, boxes, SIGNED_UUID)
    if (!box || box.end - box.content > MAX_SIGNED_BYTES) return null
    const content = Buffer.from(await source.read(box.content, box.end - box.content))
    // Behind the version, what the box is for (a text) and the place of a further box.
    const purposeEnd = content.indexOf(0, SIGNED_UUID.length + 4)
    return content.subarray(purposeEnd < 0 ? content.length : purposeEnd + 1 + 8)
  },

  rewrite: async (source, edit) => {
    const { boxes, isWhole } = await walkBoxes(source, 0, source.sizeBytes)
    if (!isWhole || !boxes.some(({ type }) => type === 'moov')) return null
    const signed = await boxesWith(source, boxes, SIGNED_UUID)
    if (signed.length > 0 && keepsSignature(edit)) return null
    const packets = await boxesWith(source, boxes, XMP_UUID)
    const packet = editedPacket(edit, await readPacket(source, packets))
    // The index of a fragmented file is looked for at its very end.
    const tail = boxes.findLast(({ type }) => type === 'mfra') === boxes.at(-1) ? boxes.at(-1) : undefined
    const isLoose = (box: Box) => box === tail || packets.includes(box)
    const lastFixed = boxes.findLastIndex((box) => !isLoose(box))
    const spans: (Span | null)[] = []
    for (const [index, box] of boxes.entries()) {
      if (isLoose(box)) {
        if (index < lastFixed) spans.push(freeBox(box))
      } else if (edit.kind === 'strip' && (box.type === 'meta' || box.type === 'uuid'))
        spans.push(freeBox(box))
      else if (edit.kind === 'strip' && box.type === 'moov') spans.push(...(await withoutTexts(source, box)))
      else if (box.isOpenEnded && packet !== null) spans.push(...closeBox(box))
      else spans.push(box)
    }
    if (packet !== null) spans.push(packetBox(packet))
    if (tail) spans.push(tail)
    return spans.includes(null) ? null : joinSpans(spans.filter((span) => span !== null))
  },
}

/** The boxes of this kind of `uuid`. */
async function boxesWith(source: ByteSource, boxes: readonly Box[], uuid: Buffer): Promise<readonly Box[]> {
  const found: Box[] = []
  for (const box of boxes) {
    if (box.type !== 'uuid') continue
    const id = await source.read(box.content, uuid.length)
    if (id.equals(uuid)) found.push(box)
  }
  return found
}

async function readPacket(source: ByteSource, [box]: readonly Box[]): Promise<string | null> {
  if (!box || box.end - box.content > MAX_TEXT_BYTES) return null
  const content = box.content + XMP_UUID.length
  return decodeText(await source.read(content, box.end - content))
}

/** The box with everything in it that describes made `free`. */
async function withoutTexts(source: ByteSource, moov: Box): Promise<(Span | null)[]> {
  const found: Box[] = []
  for (const path of DESCRIBING) found.push(...(await findBoxes(source, moov, path)))
  const spans: (Span | null)[] = []
  let position = moov.start
  for (const box of found.toSorted((one, other) => one.start - other.start)) {
    spans.push({ start: position, end: box.start }, freeBox(box))
    position = box.end
  }
  return [...spans, { start: position, end: moov.end }]
}

/** A box that reaches to the end of the file is given its length, for something is to stand behind it. */
function closeBox({ type, start, content, end }: Box): (Span | null)[] {
  return end - start > MAX_SMALL_BOX ? [null] : [makeHead(type, end - start), { start: content, end }]
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

/** Those under the names of `TEXT_NAMES`, in `moov/udta/meta` and `moov/meta`. */
async function readTags(source: ByteSource): Promise<Partial<Record<TextName, string>>> {
  const input = new Input({
    formats: [MP4, QTFF],
    source: new CustomSource({
      getSize: () => source.sizeBytes,
      read: (start, end) => source.read(start, end - start),
      handleUnhandledError: () => undefined,
    }),
  })
  try {
    const { comment, raw } = await input.getMetadataTags()
    const tags = Object.entries({ comment, ...raw }).map(
      ([name, text]) => [name.toLowerCase(), text] as const,
    )
    return Object.fromEntries(
      tags.filter(
        ([name, text]) => isTextName(name) && typeof text === 'string' && text.length <= MAX_TEXT_BYTES,
      ),
    )
  } finally {
    input.dispose()
  }
}

/** The boxes of an MP4 file: a length, a type, and content or further boxes. */
const MAX_FREE_BYTES = 64 * 1024 * 1024

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
  while (position + 8 <= to && boxes.length < MAX_PARTS) {
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
    found = next.slice(0, MAX_PARTS)
  }
  return found
}

/** Zeros in a box that players skip, in the place of `box`; null where that is larger than metadata ever are. */
function freeBox({ start, end }: Box): Buffer | null {
  const lengthBytes = end - start
  if (lengthBytes > MAX_FREE_BYTES) return null
  const free = Buffer.alloc(lengthBytes)
  free.writeUInt32BE(lengthBytes, 0)
  free.write('free', 4, 'latin1')
  return free
}
