/**
 * What an `.atelier` file of a sequence is: a zip with `sequence.json`, recipes, and the contents that it was packed with.
 *
 * Owns the format. Assets and inputs are told by their SHA-256; ids are those of the library that packed it and mean nothing elsewhere.
 */
import { z } from 'zod'
import { MAX_CAST_IMAGES, handleSchema } from '#contract/cast.ts'
import { MAX_CALL_VALUES } from '#contract/json.ts'
import { message, type Message, type MessageId } from '#contract/messages/message.ts'
import { id, name } from '#contract/route.ts'
import { MAX_SHOTS, sequenceSchema, shotSchema } from '#contract/sequences.ts'
import { parseBoundedJson } from '../json/bounded-json.ts'

const KIND = 'atelier-sequence'
const VERSION = 1
export const MANIFEST = 'sequence.json'
/** In UTF-16 units: 500 of the longest prompts would be more, and are no sequence. */
export const MAX_MANIFEST = 16_000_000
/** Of assets, and of inputs. */
export const MAX_CONTENTS = 4_000
const MAX_MEMBERS = 500
const MAX_FILE_BYTES = 8 * 1024 ** 3

/** What a shot can show or play. */
export const PACKED_KINDS = ['image', 'video', 'audio'] as const

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const contentSchema = z.strictObject({
  id,
  sha256,
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  sizeBytes: z.int().min(0).max(MAX_FILE_BYTES),
})
const assetSchema = contentSchema.extend({ kind: z.enum(PACKED_KINDS) })
const inputSchema = contentSchema.extend({ name: z.string().max(300) })
const memberSchema = z.strictObject({
  handle: handleSchema,
  name,
  sentence: z.string().max(2_000),
  images: z.array(z.strictObject({ sha256, role: z.string().max(100).optional() })).max(MAX_CAST_IMAGES),
  voice: z.string().max(200).optional(),
})

const fileSchema = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  sequence: sequenceSchema.omit({ id: true, revision: true }).extend({
    shots: z.array(shotSchema.extend({ id })).max(MAX_SHOTS, 'sequences.tooManyShots' satisfies MessageId),
  }),
  takes: z.array(z.strictObject({ shotId: id, assetId: id, createdAt: z.int() })).max(MAX_CONTENTS),
  assets: z.array(assetSchema).max(MAX_CONTENTS),
  inputs: z.array(inputSchema).max(MAX_CONTENTS),
  cast: z.array(memberSchema).max(MAX_MEMBERS),
})

export type PackedSequence = Omit<z.output<typeof fileSchema>, 'kind' | 'version'>
export type PackedContent = z.output<typeof contentSchema>
export type PackedAsset = z.output<typeof assetSchema>
export type PackedInput = z.output<typeof inputSchema>
export type PackedMember = z.output<typeof memberSchema>

export function contentName({
  sha256: hash,
  extension,
}: Pick<PackedContent, 'sha256' | 'extension'>): string {
  return `media/${hash}.${extension}`
}

export function recipeName(hash: string): string {
  return `recipes/${hash}.json`
}

export function writeManifest(packed: PackedSequence): string {
  return `${JSON.stringify({ kind: KIND, version: VERSION, ...packed }, null, 1)}\n`
}

/** What the text says, or why it is refused. */
export function readManifest(text: string): PackedSequence | Message {
  const value = text.length > MAX_MANIFEST ? undefined : parseBoundedJson(text, MAX_CALL_VALUES)
  const head = z.object({ kind: z.literal(KIND), version: z.int() }).safeParse(value)
  if (!head.success) return message('hand-off.noSequence')
  if (head.data.version > VERSION) return message('hand-off.newer')
  const parsed = fileSchema.safeParse(value)
  if (!parsed.success) {
    const { path = [], message: why = '' } = parsed.error.issues[0] ?? {}
    if (why === 'sequences.tooManyShots') return message('sequences.tooManyShots', { limit: MAX_SHOTS })
    return message('hand-off.damagedAt', { place: path.join('.').slice(0, 200) })
  }
  const { kind: _kind, version: _version, ...packed } = parsed.data
  return packed
}
