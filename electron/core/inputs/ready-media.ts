/**
 * Reference media made ready to be sent: images in the shape that was chosen, videos and audio as they are.
 *
 * Originals stay as they are. What is made of them lies in `inputs/derived/` and may be deleted at any time. An image that
 * needs nothing and carries nothing but its pixels is its own ready form.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputShape } from '#contract/inputs.ts'
import { imageDimensions } from '../library/assets/dimensions.ts'
import { loadSharp } from '../library/thumbnails/load-sharp.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { writeFileDurably } from '../store/files.ts'
import { isBareImage } from './bare-image.ts'
import { hashOf } from './hash.ts'
import type { InputRecord, Inputs } from './inputs.ts'
import { formatOf, longSideOf, makeImage, IMAGE_TYPES, type ImageFormat } from './make-image.ts'

/** A decoded image may take 400 MB. */
const MOST_AT_ONCE = 2
const MOST_REMEMBERED = 1_000
/** Part of every name in the cache: another number leaves what older versions made alone. */
const EDITION = 1

/** A file as it leaves this computer. */
export interface ReadyMedia {
  readonly path: string
  readonly mimeType: string
  readonly extension: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
}

export interface ReadyMediaStore {
  /**
   * The file to send for an input, made when it is missing. Fails with `invalid_input` where an image cannot be brought into
   * that shape, with `disk_error` where its file is gone, and with `disk_full`.
   */
  ensure(record: InputRecord, shape?: InputShape): Promise<Result<ReadyMedia>>
}

export function createReadyMedia(inputs: Inputs, dataDir: string): ReadyMediaStore {
  const folder = join(dataDir, 'inputs', 'derived')
  const limit = pLimit(MOST_AT_ONCE)
  const underWay = new Map<string, Promise<Result<ReadyMedia>>>()
  const remembered = new Map<string, ReadyMedia>()

  const remember = (name: string, ready: ReadyMedia): ReadyMedia => {
    remembered.set(name, ready)
    const oldest = remembered.keys().next().value
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return ready
  }
  const make = async (record: InputRecord, name: string, shape: InputShape): Promise<Result<ReadyMedia>> => {
    const known = remembered.get(name)
    if (known && (await sizeOf(known.path)) === known.sizeBytes) return succeed(known)
    const kept = await readKept(join(folder, name))
    if (kept) return succeed(remember(name, kept))
    const original = await readFile(inputs.path(record))
    const sharp = await loadSharp()
    const meta = await sharp(original, { limitInputPixels: false }).metadata()
    const format = formatOf(record.extension, meta.hasAlpha, shape)
    const isReady =
      IMAGE_TYPES[format].extension === record.extension &&
      original.length <= (shape.maxBytes ?? Infinity) &&
      longSideOf(meta) <= (shape.longSide ?? Infinity) &&
      meta.space !== 'cmyk' &&
      isBareImage(original, record.extension)
    if (isReady) return succeed(remember(name, asItIs(record, inputs.path(record))))
    const made = await makeImage(original, record.extension, meta, shape)
    if (!made.ok) return fail('invalid_input', `"${record.name}" ${made.error.message}`, { field: 'inputs' })
    const { bytes, width, height } = made.data
    const path = join(folder, `${name}.${IMAGE_TYPES[made.data.format].extension}`)
    await writeFileDurably(path, bytes)
    const ready = { path, ...IMAGE_TYPES[made.data.format], sha256: await hashOf(bytes), width, height }
    return succeed(remember(name, { ...ready, sizeBytes: bytes.length }))
  }

  return {
    ensure: async (record, shape = {}) => {
      if (record.kind !== 'image') return succeed(asItIs(record, inputs.path(record)))
      const name = `${record.sha256}-${hashOfShape(shape)}`
      const started = underWay.get(name)
      if (started) return started
      const made = limit(() => make(record, name, shape))
        .catch((error: unknown) => unreadable(record, error))
        .finally(() => underWay.delete(name))
      underWay.set(name, made)
      return made
    },
  }
}

function asItIs(
  { mimeType, extension, sha256, sizeBytes, width, height }: InputRecord,
  path: string,
): ReadyMedia {
  const size = width === undefined || height === undefined ? {} : { width, height }
  return { path, mimeType, extension, sha256, sizeBytes, ...size }
}

/** What was made at another time, whatever format it came out in. */
async function readKept(stem: string): Promise<ReadyMedia | null> {
  for (const format of Object.keys(IMAGE_TYPES) as ImageFormat[]) {
    const path = `${stem}.${IMAGE_TYPES[format].extension}`
    const bytes = await readFile(path).catch(() => null)
    const size = bytes && (await imageDimensions(bytes))
    if (bytes && size) {
      return { path, ...IMAGE_TYPES[format], sha256: await hashOf(bytes), sizeBytes: bytes.length, ...size }
    }
  }
  return null
}

async function sizeOf(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.size ?? null
}

function hashOfShape({ longSide, maxBytes, format }: InputShape): string {
  const text = JSON.stringify([EDITION, longSide ?? null, maxBytes ?? null, format ?? null])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function unreadable(record: InputRecord, error: unknown): Result<never> {
  const failure = diskFailure(error)
  if (failure?.code === 'disk_full') return { ok: false, error: failure }
  return fail('disk_error', `The file of "${record.name}" cannot be read. Add it again.`, { field: 'inputs' })
}
