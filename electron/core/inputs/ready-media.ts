/**
 * Reference media made ready to be sent: images in the shape that was chosen, videos and audio as they are.
 *
 * Originals stay as they are. What is made of them lies in `inputs/derived/` and may be deleted at any time. An image that
 * needs nothing and carries nothing but its pixels is its own ready form.
 */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Unmade } from './make-image.ts'
import type { ReadyMedia, ReadyShape } from './prepare-image.ts'
import { UNREADABLE, type Reader } from '../reading/reader.ts'
import { diskFailure } from '../store/disk-errors.ts'
import type { InputRecord, Inputs } from './inputs.ts'

const MAX_AT_ONCE = 2
const MAX_REMEMBERED = 1_000
/** Part of every name in the cache: another number leaves what older versions made alone. */
const EDITION = 1

export type ReadyMediaStore = ReturnType<typeof createReadyMedia>

export function createReadyMedia(inputs: Inputs, dataDir: string, reader: Reader) {
  const folder = join(dataDir, 'inputs', 'derived')
  const limit = pLimit(MAX_AT_ONCE)
  const underWay = new Map<string, Promise<Result<ReadyMedia>>>()
  const remembered = new Map<string, ReadyMedia>()

  const remember = (name: string, ready: ReadyMedia): ReadyMedia => {
    remembered.set(name, ready)
    const oldest = remembered.keys().next().value
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return ready
  }
  const make = async (record: InputRecord, name: string, shape: ReadyShape): Promise<Result<ReadyMedia>> => {
    const known = remembered.get(name)
    if (known && (await sizeOf(known.path)) === known.sizeBytes) return succeed(known)
    const { extension, sha256 } = record
    const input = { path: inputs.path(record), extension, shape, stem: join(folder, name) }
    const prepared = await reader.read('prepareImage', input, { sha256 })
    if (prepared === UNREADABLE || prepared.kind === 'refused') {
      const { name: file } = record
      const why =
        prepared === UNREADABLE ? message('inputs.unreadable', { name: file }) : unmade(file, prepared.why)
      return fail('invalid_input', why, { field: 'inputs' })
    }
    const ready = prepared.kind === 'as-it-is' ? asItIs(record, inputs.path(record)) : prepared.media
    return succeed(remember(name, ready))
  }

  return {
    /**
     * The file to send for an input, made when it is missing. Fails with `invalid_input` where an image cannot be brought into
     * that shape, with `disk_error` where its file is gone, and with `disk_full`.
     */
    ensure: async (record: InputRecord, shape: ReadyShape = {}): Promise<Result<ReadyMedia>> => {
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

async function sizeOf(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.size ?? null
}

function hashOfShape({ longSide, maxBytes, format, mask }: ReadyShape): string {
  const parts = [EDITION, longSide ?? null, maxBytes ?? null, format ?? null]
  const text = JSON.stringify(mask ? [...parts, mask.paint, mask.width, mask.height] : parts)
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function unreadable(record: InputRecord, error: unknown): Result<never> {
  const failure = diskFailure(error)
  if (failure?.code === 'disk_full') return { ok: false, error: failure }
  return fail('disk_error', message('inputs.fileUnreadable', { name: record.name }), { field: 'inputs' })
}

function unmade(name: string, why: Unmade): Message {
  return why.refused === 'undecodable'
    ? message('inputs.notPrepared', { name })
    : message('inputs.cannotShrink', { name, kilobytes: why.kilobytes })
}
