/**
 * What a file is, by its bytes alone. Neither its name nor what a server claims is believed.
 *
 * The table below is all that Atelier keeps; everything else is quarantined by whoever asked.
 */
import { fileTypeFromBuffer } from 'file-type'
import type { AssetKind } from '#contract/rules/media.ts'
import { modelIn } from './sniff-model.ts'

/** How much of a file's beginning `sniff` wants to see. */
export const SNIFF_BYTES = 8_192

export interface FileType {
  readonly kind: AssetKind
  readonly mimeType: string
  /** Without the dot. */
  readonly extension: string
}

const KNOWN: Readonly<Record<string, FileType>> = Object.fromEntries(
  (
    [
      ['image', 'image/png', 'png'],
      ['image', 'image/jpeg', 'jpg'],
      ['image', 'image/webp', 'webp'],
      ['image', 'image/gif', 'gif'],
      ['image', 'image/avif', 'avif'],
      ['image', 'image/apng', 'png'],
      ['image', 'image/tiff', 'tiff'],
      ['image', 'image/bmp', 'bmp'],
      ['image', 'image/heic', 'heic'],
      ['image', 'image/heif', 'heif'],
      ['image', 'image/jxl', 'jxl'],
      ['video', 'video/mp4', 'mp4'],
      ['video', 'video/webm', 'webm'],
      ['video', 'video/quicktime', 'mov'],
      ['video', 'video/matroska', 'mkv'],
      ['video', 'video/x-m4v', 'm4v'],
      ['video', 'video/mp2t', 'ts'],
      ['video', 'video/mpeg', 'mpg'],
      ['video', 'video/MP2P', 'mpg'],
      ['video', 'video/ogg', 'ogv'],
      ['video', 'video/vnd.avi', 'avi'],
      ['video', 'video/3gpp', '3gp'],
      ['audio', 'audio/mpeg', 'mp3'],
      ['audio', 'audio/wav', 'wav'],
      ['audio', 'audio/ogg', 'ogg'],
      ['audio', 'audio/ogg; codecs=opus', 'opus'],
      ['audio', 'audio/flac', 'flac'],
      ['audio', 'audio/aac', 'aac'],
      ['audio', 'audio/x-m4a', 'm4a'],
      ['audio', 'audio/mp4', 'm4a'],
      ['audio', 'audio/aiff', 'aiff'],
      ['audio', 'audio/amr', 'amr'],
      ['audio', 'audio/midi', 'mid'],
      ['model3d', 'model/gltf-binary', 'glb'],
      ['model3d', 'model/stl', 'stl'],
      ['model3d', 'model/obj', 'obj'],
      ['model3d', 'model/ply', 'ply'],
      ['model3d', 'model/gltf+json', 'gltf'],
      ['model3d', 'model/vnd.usda', 'usda'],
      ['model3d', 'model/vnd.usdc', 'usdc'],
      ['model3d', 'model/vnd.collada+xml', 'dae'],
      ['model3d', 'application/x-ft-fbx', 'fbx'],
      ['text', 'text/vtt', 'vtt'],
    ] as const
  ).map(([kind, mimeType, extension]) => [mimeType, { kind, mimeType, extension }]),
)

const SVG: FileType = { kind: 'image', mimeType: 'image/svg+xml', extension: 'svg' }
const JSON_TEXT: FileType = { kind: 'text', mimeType: 'application/json', extension: 'json' }
const PLAIN_TEXT: FileType = { kind: 'text', mimeType: 'text/plain', extension: 'txt' }

export type Sniffed =
  | { readonly kind: 'known'; readonly type: FileType }
  /** A web page: what servers send instead of a file that has expired. */
  | { readonly kind: 'web_page' }
  /** A list of a stream's segments (RFC 8216). */
  | { readonly kind: 'playlist' }
  /** A program, a script, or bytes of no kind that Atelier keeps. */
  | { readonly kind: 'refused'; readonly what: Refused }

/** `image/png` */
export type MediaType = `${string}/${string}`

type Program = 'windowsProgram' | 'linuxProgram' | 'macosProgram' | 'macosOrJavaProgram' | 'script'

/** What was refused: a media type where it is one that Atelier does not keep. */
export type Refused = Program | 'empty' | 'unknown' | 'dash' | MediaType

/** Tells what the bytes are, from the first `SNIFF_BYTES` of a file. More are not looked at, so that it never takes long. */
export async function sniff(bytes: Uint8Array): Promise<Sniffed> {
  const head = bytes.subarray(0, SNIFF_BYTES)
  if (head.length === 0) return { kind: 'refused', what: 'empty' }
  const program = programIn(head)
  if (program) return { kind: 'refused', what: program }
  const text = textIn(head)
  const mime = modelIn(head, text) ?? (await detect(head, text))
  const known = mime === null ? undefined : KNOWN[mime]
  if (known) return { kind: 'known', type: known }
  if (mime !== null && mime !== 'application/xml') return { kind: 'refused', what: mime as MediaType }
  if (text === null) return { kind: 'refused', what: 'unknown' }
  if (/^#EXTM3U\s/.test(text)) return { kind: 'playlist' }
  if (/^\s*(<\?xml|<!--|<MPD)/i.test(text) && /<MPD[\s>]/.test(text)) return { kind: 'refused', what: 'dash' }
  if (/<svg[\s>]/i.test(text) && /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(text))
    return { kind: 'known', type: SVG }
  if (/^\s*(<!doctype html|<html|<head|<body|<script|<\?xml[^>]*>\s*<html|<!--)/i.test(text))
    return { kind: 'web_page' }
  if (/^\s*</.test(text)) return { kind: 'web_page' }
  return { kind: 'known', type: /^\s*[[{]/.test(text) ? JSON_TEXT : PLAIN_TEXT }
}

/** Two letters are the whole signature of some images: what is text all through is none. */
async function detect(head: Uint8Array, text: string | null): Promise<string | null> {
  const mime = (await fileTypeFromBuffer(head))?.mime ?? null
  const isWords = text !== null && !hasControls(head)
  return isWords && mime !== null && /^(?:image|audio|video)\//.test(mime) ? null : mime
}

function hasControls(head: Uint8Array): boolean {
  return head.some((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d))
}

function programIn(head: Uint8Array): Program | null {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (starts(0x4d, 0x5a)) return 'windowsProgram'
  if (starts(0x7f, 0x45, 0x4c, 0x46)) return 'linuxProgram'
  if (starts(0xcf, 0xfa, 0xed, 0xfe) || starts(0xce, 0xfa, 0xed, 0xfe)) return 'macosProgram'
  if (starts(0xfe, 0xed, 0xfa, 0xcf) || starts(0xfe, 0xed, 0xfa, 0xce)) return 'macosProgram'
  if (starts(0xca, 0xfe, 0xba, 0xbe)) return 'macosOrJavaProgram'
  if (starts(0x23, 0x21)) return 'script'
  return null
}

/** The bytes as text, or null when they are not UTF-8 text. A character cut at the end is no objection. */
function textIn(head: Uint8Array): string | null {
  if (head.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}
