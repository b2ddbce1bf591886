/**
 * Reference media: taken, checked by their bytes, kept by hash, and looked up when a request is built.
 *
 * The bytes are decoded once on the way in, so that a file that only looks like an image is refused where the user is, and
 * not by the service after it was paid for.
 */
import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputMedia } from '#contract/inputs.ts'
import { imageDimensions } from '../library/assets/dimensions.ts'
import { loadSharp } from '../library/thumbnails/load-sharp.ts'
import { measureMedia, type MediaFacts } from '../library/assets/measure.ts'
import { MOST_PIXELS } from '../library/thumbnails/thumbnails.ts'
import type { Clock } from '../ports/clock.ts'
import { sniff, SNIFF_BYTES, type FileType } from '../results/sniff.ts'
import type { Database, Row } from '../store/database.ts'
import { writeFileDurably } from '../store/files.ts'
import { hashOf } from './hash.ts'

export const LARGEST_INPUT_BYTES = 200 * 1024 * 1024
/** Videos and audio whose index Atelier reads: one that has none is damaged. Others are taken at their first bytes' word. */
const MEASURED = new Set('mp4 mov m4v m4a webm mkv mp3 wav ogg opus flac aac ts'.split(' '))
/** Pictures that this build of sharp knows by their head and cannot decode. */
const UNDECODED = new Set(['heic', 'heif', 'jxl', 'bmp'])
/** Decoding for a check: an image of many frames or many pixels may not hold up the others for longer. */
const LONGEST_CHECK_SECONDS = 30

export interface InputRecord extends InputMedia {
  readonly extension: string
}

export interface Inputs {
  /** Takes raw bytes. `url` is where they came from, when the address itself is to be sent. */
  add(name: string, bytes: Uint8Array, url?: string): Promise<Result<InputMedia>>
  find(id: string): InputRecord | null
  /** Where the bytes lie. */
  path(record: InputRecord): string
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  mime_type: z.string(),
  extension: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_ms: z.number().nullable(),
  size_bytes: z.number(),
  sha256: z.string(),
  url: z.string().nullable(),
})

export function createInputs(db: Database, dataDir: string, clock: Clock): Inputs {
  const find = (id: string): InputRecord | null => {
    const row = db.get('SELECT * FROM inputs WHERE id = ?', id)
    return row ? toRecord(row) : null
  }
  const path = ({ sha256, extension }: Pick<InputRecord, 'sha256' | 'extension'>) =>
    join(dataDir, 'inputs', sha256.slice(0, 2), `${sha256}.${extension}`)
  return {
    find,
    path,
    add: async (name, bytes, url) => {
      const checked = await checkInput(name, bytes)
      if (!checked.ok) return checked
      const { type } = checked.data
      const sha256 = await hashOf(bytes)
      const id = `input_${createHash('sha256')
        .update(`${sha256}\n${url ?? ''}`)
        .digest('hex')
        .slice(0, 32)}`
      const target = path({ sha256, extension: type.extension })
      const isHere = (await stat(target).catch(() => null))?.size === bytes.byteLength
      if (!isHere) await writeFileDurably(target, bytes)
      const { width, height, durationMs } = checked.data.facts ?? (await measureMedia(target, type.kind))
      if (durationMs === undefined && MEASURED.has(type.extension)) {
        if (!isHere) await rm(target, { force: true })
        return refusal(name, 'is damaged or cut off: how long it plays cannot be read.')
      }
      db.run(
        `INSERT INTO inputs (id, name, kind, mime_type, extension, width, height, duration_ms, size_bytes, sha256, url, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
           width = excluded.width, height = excluded.height, duration_ms = excluded.duration_ms`,
        id,
        plainName(name),
        type.kind,
        type.mimeType,
        type.extension,
        width ?? null,
        height ?? null,
        durationMs ?? null,
        bytes.byteLength,
        sha256,
        url ?? null,
        clock.now(),
      )
      const record = find(id)
      return record
        ? succeed(toInputMedia(record))
        : fail('internal', 'The input vanished while it was written.')
    },
  }
}

export function toInputMedia({ extension: _extension, ...media }: InputRecord): InputMedia {
  return media
}

interface Checked {
  readonly type: FileType & { readonly kind: 'image' | 'video' | 'audio' }
  /** What an image's head says; videos and audio are measured where they lie. */
  readonly facts?: MediaFacts
}

function refusal(name: string, reason: string): Result<never> {
  return fail('invalid_input', `"${plainName(name)}" ${reason}`, { field: 'inputs' })
}

async function checkInput(name: string, bytes: Uint8Array): Promise<Result<Checked>> {
  const refuse = (reason: string) => refusal(name, reason)
  if (bytes.byteLength === 0) return refuse('is empty.')
  if (bytes.byteLength > LARGEST_INPUT_BYTES) return refuse('is larger than 200 MB.')
  const sniffed = await sniff(bytes.subarray(0, SNIFF_BYTES))
  if (sniffed.kind !== 'known') return refuse('is not an image, a video or audio that Atelier knows.')
  const { type } = sniffed
  if (type.kind === 'video' || type.kind === 'audio') return succeed({ type: { ...type, kind: type.kind } })
  if (type.kind !== 'image') return refuse('is not an image, a video or audio.')
  if (UNDECODED.has(type.extension)) {
    return refuse(
      `is an image of the kind ${type.extension.toUpperCase()}. Save it as JPEG or PNG and add that.`,
    )
  }
  const size = await imageDimensions(bytes)
  if (!size) return refuse('is not an image that can be read. It may be damaged.')
  if (size.width * size.height > MOST_PIXELS) {
    return refuse(`is ${size.width} × ${size.height}: more than ${MOST_PIXELS / 1_000_000} million pixels.`)
  }
  const sharp = await loadSharp()
  try {
    await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' })
      .resize(8, 8)
      .timeout({ seconds: LONGEST_CHECK_SECONDS })
      .raw()
      .toBuffer()
  } catch {
    return refuse('is damaged or cut off: its image cannot be decoded.')
  }
  return succeed({ type: { ...type, kind: 'image' }, facts: size })
}

function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return last.replace(/\p{Cc}/gu, '').slice(0, 200) || 'input'
}

function toRecord(row: Row): InputRecord {
  const parsed = rowSchema.parse(row)
  return {
    id: parsed.id,
    name: parsed.name,
    kind: parsed.kind,
    mimeType: parsed.mime_type,
    extension: parsed.extension,
    sizeBytes: parsed.size_bytes,
    sha256: parsed.sha256,
    ...(parsed.width === null ? {} : { width: parsed.width }),
    ...(parsed.height === null ? {} : { height: parsed.height }),
    ...(parsed.duration_ms === null ? {} : { durationMs: parsed.duration_ms }),
    ...(parsed.url === null ? {} : { url: parsed.url }),
  }
}
