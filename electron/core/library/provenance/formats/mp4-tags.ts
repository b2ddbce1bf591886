/**
 * The texts that tools put into the tags of an MP4 file: ComfyUI under keys of their own, others as a comment.
 *
 * Source: QuickTime File Format, "Metadata" (keys and item list) and "User data".
 */
import type { ByteSource } from '../byte-source.ts'
import { decodeText, isTextName, MOST_TEXT_BYTES, type TextName } from '../container.ts'
import { findBoxes, walkBoxes, type Box } from './mp4-boxes.ts'

/** The version and flags that stand before the boxes in `meta` of MP4, and not of QuickTime. */
const FULL_BOX_BYTES = 4
const MOST_KEYS = 200
const NAMES: Readonly<Record<string, TextName>> = { '\u00A9cmt': 'comment' }

type Texts = Partial<Record<TextName, string>>

/** Those under the names of `TEXT_NAMES`, in `moov/udta/meta` and `moov/meta`. */
export async function readTags(source: ByteSource, topLevel: readonly Box[]): Promise<Texts> {
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
