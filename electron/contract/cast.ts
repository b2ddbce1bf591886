/**
 * The cast: who and what is to look the same in many results. `@handle` in a prompt stands for the member's sentence, and brings its
 * reference images as inputs where the model takes them.
 */
import { z } from 'zod'
import type { PlainMessageId, Rendered } from './messages/message.ts'
import { empty, id, name, profileId, route } from './route.ts'
import { HANDLE } from './rules/handles.ts'
import { generateRequestSchema, type GenerateRequest } from './tasks.ts'

export const MOST_CAST_IMAGES = 12

/** A reference image, kept by its content. */
export interface CastImage {
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string
  /** The input with these bytes; null where its file is gone. */
  readonly inputId: string | null
  /** What it shows of the member, in the user's words: face, outfit, place. */
  readonly role?: string
}

export interface CastMember {
  readonly id: string
  /** Without its `@`, as it was typed. Case tells no two apart. */
  readonly handle: string
  readonly name: string
  /** What stands in the prompt in place of the handle. */
  readonly sentence: string
  readonly images: readonly CastImage[]
  /** For speech: the value of the model's voice option. */
  readonly voice?: string
  readonly createdAt: number
  readonly updatedAt: number
}

const role = z.string().trim().max(100).optional()

export const handleSchema = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^@/u, '').normalize('NFC'))
  .refine((handle) => HANDLE.test(handle), 'cast.handle.wrong' satisfies PlainMessageId)

const memberSchema = z.strictObject({
  id: id.optional(),
  handle: handleSchema,
  name,
  sentence: z.string().trim().max(2_000),
  images: z
    .array(z.union([z.strictObject({ assetId: id, role }), z.strictObject({ inputId: id, role })]))
    .max(MOST_CAST_IMAGES)
    .default([]),
  voice: z.string().trim().max(200).optional(),
})

/** What a member adds to one request. */
export interface CastUse {
  readonly memberId: string
  readonly handle: string
  readonly name: string
  readonly sentence: string
  /** Inputs that are added, in the option that the model takes them in. */
  readonly added: readonly { readonly inputId: string; readonly option: string }[]
  /** What of the member the model cannot take, or what is gone. */
  readonly notes: readonly Rendered[]
}

export interface ExpandedRequest {
  /** As it would be sent. Without a handle it is the request itself. */
  readonly request: GenerateRequest
  readonly uses: readonly CastUse[]
  /** Words that look like a handle and are none, without `@`. They are sent as they are written. */
  readonly unknown: readonly string[]
}

export const castRoutes = {
  'cast.list': route<{ readonly items: readonly CastMember[] }>()(empty),
  /** With an id it replaces that member. `conflict` for a handle that another member has. */
  'cast.save': route<CastMember>()(memberSchema),
  'cast.remove': route<Record<string, never>>()(z.strictObject({ id })),
  /** What the cast makes of a request. Nothing is sent. */
  'cast.expand': route<ExpandedRequest>()(z.strictObject({ profileId, request: generateRequestSchema })),
} as const
