/** Compares the declared type of a file with its bytes. The bytes decide; a difference is only reported. */
import { message, type Message } from '#contract/messages/message.ts'
import { kindOfExtension, type ResultKind } from '../../media/kinds.ts'
import type { FileType } from '../../media/sniff.ts'

export interface Promised {
  readonly contentType: string | null
  /** Null for a file inside the response. */
  readonly url: string | null
  /** The kind that the response named. */
  readonly kind: ResultKind
}

const SAYS_NOTHING =
  /^(?:$|(?:application|binary)\/(?:octet-stream|x-download|download|force-download|x-binary)$|\*|unknown)/

const SAME_TYPE: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'video/x-matroska': 'video/matroska',
  'video/avi': 'video/vnd.avi',
  'video/x-msvideo': 'video/vnd.avi',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'audio/aacp': 'audio/aac',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-aiff': 'audio/aiff',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
}

const SAME_EXTENSION: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  apng: 'png',
  tif: 'tiff',
  heif: 'heic',
  m4v: 'mp4',
  mpeg: 'mpg',
  oga: 'ogg',
  opus: 'ogg',
  aif: 'aiff',
  midi: 'mid',
}

/** What differs; null where nothing does. */
export function brokenPromise({ contentType, url, kind }: Promised, type: FileType): Message | null {
  const declared: string[] = []
  const mime = plainType(contentType ?? '')
  if (!SAYS_NOTHING.test(mime) && mime !== plainType(type.mimeType)) declared.push(mime)
  const extension = /\.([a-z0-9]{1,5})$/i.exec(URL.parse(url ?? '')?.pathname ?? '')?.[1]?.toLowerCase() ?? ''
  const isKnown = kindOfExtension(extension) !== null && extension !== 'm3u8'
  if (isKnown && plainExtension(extension) !== plainExtension(type.extension)) declared.push(`.${extension}`)
  const { mimeType } = type
  if (declared.length > 0) return message('results.declaredAs', { declared, mimeType })
  return kind === 'file' || kind === type.kind ? null : message('results.declaredKind', { kind, mimeType })
}

function plainType(text: string): string {
  const mime = text.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return SAME_TYPE[mime] ?? mime
}

function plainExtension(extension: string): string {
  return SAME_EXTENSION[extension] ?? extension
}
