/** A part of a task's response file that stands for a file: how it is written into the skeleton, and its bytes as a stream. */
import { open } from 'node:fs/promises'
import type { PlainMessageId } from '#contract/messages/message.ts'
import { onDisk } from '../../store/disk-errors.ts'
import { ifThere } from '../../store/files.ts'

export interface ResponseFile {
  readonly taskId: string
  readonly path: string
}

/** Where in a response file the text of a file stands: from `start` up to `end`, in bytes. */
export interface ResponseRange {
  readonly start: number
  readonly end: number
  /** The bytes of the file itself; else base64 as it stands between the quotes of JSON. */
  readonly isRaw: boolean
}

const PLACEHOLDER = /^answer:([\w-]{1,200}):(\d{1,15})-(\d{1,15})(:raw)?$/

/** The text that stands in the skeleton of a response in place of a file. */
export function placeholderFor(taskId: string, { start, end, isRaw }: ResponseRange): string {
  return `answer:${taskId}:${start}-${end}${isRaw ? ':raw' : ''}`
}

/** Null for every other text, and for a placeholder of another task: a service may write what it likes. */
export function readPlaceholder(text: string, { taskId }: ResponseFile): ResponseRange | null {
  const [, id, start, end, raw] = PLACEHOLDER.exec(text) ?? []
  return id === taskId ? { start: Number(start), end: Number(end), isRaw: raw !== undefined } : null
}

/** Its text is a young object to V8, which is soon forgotten: longer ones are kept until a full collection. */
const CHUNK_BYTES = 48 * 1024

/** A file in the response cannot be had: its text cannot be decoded, or the response itself is gone. */
export class DamagedPart extends Error {
  readonly why: PlainMessageId

  constructor(why: PlainMessageId) {
    super(why)
    this.why = why
  }
}

/**
 * The bytes of the file, some ten kilobytes at a time.
 *
 * @throws DamagedPart, and DiskRefusal
 */
export async function* readResponsePart(path: string, range: ResponseRange): AsyncGenerator<Buffer> {
  const decode = range.isRaw ? null : createBase64Decoder()
  const file = await onDisk(ifThere(open(path, 'r')))
  if (!file) throw new DamagedPart('results.responseGone')
  // Base64 becomes other bytes at once, so its chunks share their memory.
  const shared = decode && Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    for (let at = range.start; at < range.end;) {
      const length = Math.min(CHUNK_BYTES, range.end - at)
      const target = shared ?? Buffer.allocUnsafe(length)
      const { bytesRead } = await onDisk(file.read(target, 0, length, at))
      if (bytesRead === 0) throw new DamagedPart('results.responseShort')
      at += bytesRead
      const bytes = target.subarray(0, bytesRead)
      const decoded = decode ? decode(bytes.toString('latin1'), at >= range.end) : bytes
      if (decoded.length > 0) yield decoded
    }
  } finally {
    await file.close()
  }
}

/** What stands before the base64 of a data URI, with or without its scheme. */
const PREFIX = /^(?:data:)?[\w.+;= -]{0,100}(?:\\?\/[\w.+;= -]{0,100})?base64, ?/i
/** Line breaks and the characters that some encoders escape: https://datatracker.ietf.org/doc/html/rfc8259#section-7 */
const ESCAPES = /\\+(?:[nrt/]|u00([0-9a-f]{2}))/gi
/** The longest escape may be cut by the end of a chunk. Beyond a few backslashes it is none of base64. */
const CUT_ESCAPE = /\\{1,4}(?:u[0-9a-f]{0,3})?$/i

/** Without line breaks and escapes. */
function plainBase64(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPES, (escape: string, code: string | undefined) => {
    if (code === undefined) return escape.endsWith('/') ? '/' : ''
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /\s/.test(character) ? '' : character
  })
}

/** Whether a long text begins as a file in base64 does, by its first characters as they stand in JSON. */
export function beginsAsBase64(text: string): boolean {
  const body = text.replace(PREFIX, '').replace(CUT_ESCAPE, '')
  const plain = plainBase64(body)
  // Hex is made of the same characters.
  return /^[\w+/-]+={0,2}$/.test(plain) && /[^0-9a-f]/i.test(plain)
}

/** Base64 in either alphabet, padded or not, part by part. @throws DamagedPart */
function createBase64Decoder(): (text: string, isLast: boolean) => Buffer {
  let rest: string | null = null
  let isOver = false
  return (text, isLast) => {
    const all: string = rest === null ? text.replace(PREFIX, '') : rest + text
    const cut = isLast ? '' : (CUT_ESCAPE.exec(all)?.[0] ?? '')
    const plain = plainBase64(all.slice(0, all.length - cut.length))
    if (!/^[\w+/-]*={0,2}$/.test(plain) || (isOver && plain !== '')) {
      throw new DamagedPart('results.undecodable')
    }
    const whole = plain.slice(0, isLast ? plain.length : plain.length - (plain.length % 4))
    isOver ||= whole.endsWith('=')
    rest = plain.slice(whole.length) + cut
    return Buffer.from(whole, 'base64')
  }
}
