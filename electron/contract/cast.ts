/**
 * The cast: who and what is to look the same in many results. `@handle` in a prompt stands for the member's sentence, and brings its
 * reference images as inputs where the model takes them.
 */
import { z } from 'zod'
import type { MessageId, PlainMessageId, Rendered } from './messages/message.ts'
import { empty, id, name, profileId, route } from './route.ts'
import { isHandle } from './rules/handles.ts'
import { generateRequestSchema, type GenerateRequest } from './tasks.ts'

export const MAX_CAST_IMAGES = 12

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
  .refine(isHandle, 'cast.handle.wrong' satisfies PlainMessageId)

const memberSchema = z.strictObject({
  id: id.optional(),
  handle: handleSchema,
  name,
  sentence: z.string().trim().max(2_000),
  images: z
    .array(
      z.union([
        z.strictObject({ assetId: id, role }),
        z.strictObject({ inputId: id, role }),
        // One that a member has, also where its file is gone.
        z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), role }),
      ]),
    )
    .max(MAX_CAST_IMAGES, 'cast.tooManyImages' satisfies MessageId)
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
  /** The option that gets the member's voice; absent where none does. */
  readonly voiceOption?: string
  /** What of the member the model cannot take, or what is gone. */
  readonly notes: readonly Rendered[]
}

export interface ExpandedRequest {
  /** As it would be sent. Without a handle it is the request itself. */
  readonly request: GenerateRequest
  readonly uses: readonly CastUse[]
  /** Words that look like a handle and are none, without `@`. They are sent as they are written. */
  readonly unknown: readonly string[]
  /** Why it is not sent: something that was asked for is gone. */
  readonly refusal?: Rendered
}

export const castRoutes = {
  'cast.list': route<{ readonly items: readonly CastMember[] }>()(empty),
  /** With an id it replaces that member. `conflict` for a handle that another member has. */
  'cast.save': route<CastMember>()(memberSchema),
  'cast.remove': route<Record<string, never>>()(z.strictObject({ id })),
  /** What the cast makes of requests, in their order. Nothing is sent. */
  'cast.expand': route<{ readonly items: readonly ExpandedRequest[] }>(32)(
    z.strictObject({ profileId, requests: z.array(generateRequestSchema).max(1_000) }),
  ),
} as const
