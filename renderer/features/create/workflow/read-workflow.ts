/**
 * Finds a workflow in a dropped file: JSON in API format, or a PNG with that JSON among its texts.
 *
 * Sources: ComfyUI, `nodes.py`, class SaveImage (the texts "prompt" and "workflow" of its PNG files), and `server.py`, `POST /prompt`
 * (the API format: node ids with `class_type` and `inputs`). PNG: W3C, "Portable Network Graphics (Third Edition)", 5.3 and 11.3.3.
 */
import type { JsonObject } from '#contract/json.ts'
import { withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'
import { isObject } from '#contract/rules/json-values.ts'

/** `layout`: the form that an editor saves, which a service cannot run. */
export type FileContent =
  | { readonly kind: 'workflow'; readonly workflow: JsonObject }
  | { readonly kind: 'layout' }

/** Workflows are texts of some hundred kilobytes; images of theirs are larger. */
const MAX_JSON = 10_000_000
const MAX_PNG = 200_000_000
const SIGNATURE = 0x89_50_4e_47
const FIRST_CHUNK = 8
/** Length, type and checksum of a chunk. */
const FRAME = 12
const KEYWORD = 'prompt\0'

/** Null where the file holds none. */
export async function readWorkflow(file: File): Promise<FileContent | null> {
  if (/\.json$/i.test(file.name)) return file.size > MAX_JSON ? null : contentOf(await file.text())
  const text = file.size > MAX_PNG ? null : await textInPng(file)
  return text === null ? null : contentOf(text)
}

function contentOf(text: string): FileContent | null {
  const value = parse(text)
  // As it is sent to the service, the workflow stands under `prompt`.
  const inner = isObject(value) && isObject(value['prompt']) ? value['prompt'] : value
  if (!isObject(inner)) return null
  const nodes = Object.values(inner)
  if (nodes.length > 0 && nodes.every(isNode)) return { kind: 'workflow', workflow: inner }
  return Array.isArray(inner['nodes']) && Array.isArray(inner['links']) ? { kind: 'layout' } : null
}

function isNode(value: unknown): boolean {
  return isObject(value) && typeof value['class_type'] === 'string' && isObject(value['inputs'])
}

/** Python writes NaN, which JSON does not know. */
function parse(text: string): unknown {
  try {
    return JSON.parse(withSeedsAsTexts(text))
  } catch {
    try {
      return JSON.parse(withSeedsAsTexts(text).replaceAll(/\bNaN\b/g, 'null'))
    } catch {
      return null
    }
  }
}

/** The text "prompt" before the pixels; chunks are read one by one, so that a large image is not. */
async function textInPng(file: File): Promise<string | null> {
  const head = await bytesOf(file, 0, FIRST_CHUNK)
  if (head.byteLength < FIRST_CHUNK || head.getUint32(0) !== SIGNATURE) return null
  for (let at = FIRST_CHUNK; at + FRAME <= file.size;) {
    const frame = await bytesOf(file, at, FIRST_CHUNK)
    const length = frame.getUint32(0)
    const type = new TextDecoder('latin1').decode(new Uint8Array(frame.buffer, 4, 4))
    if (type === 'IEND') return null
    if ((type === 'tEXt' || type === 'iTXt') && length <= MAX_JSON) {
      const data = new Uint8Array((await bytesOf(file, at + FIRST_CHUNK, length)).buffer)
      const found = textOf(type, data)
      if (found !== null) return found
    }
    at += FRAME + length
  }
  return null
}

function textOf(type: string, data: Uint8Array): string | null {
  const plain = new TextDecoder('latin1').decode(data)
  if (!plain.startsWith(KEYWORD)) return null
  if (type === 'tEXt') return plain.slice(KEYWORD.length)
  // Compression flag and method, then language and translated keyword, each ended by a zero.
  const isCompressed = data[KEYWORD.length] !== 0
  const translated = plain.indexOf('\0', plain.indexOf('\0', KEYWORD.length + 2) + 1)
  return isCompressed || translated === -1 ? null : new TextDecoder().decode(data.subarray(translated + 1))
}

async function bytesOf(file: File, start: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(start, start + length).arrayBuffer())
}
