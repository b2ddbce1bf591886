/** Reference media: what the user gave, how it is made ready and how it travels. */
import { z } from 'zod'

/** Reference media that the user gave: kept by hash, sent inside `options`. */
export interface InputMedia {
  readonly id: string
  readonly kind: 'image' | 'video' | 'audio'
  readonly mimeType: string
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
  readonly sizeBytes: number
  readonly sha256: string
  readonly name: string
  /** The address it came from, where it came by address: then the address is sent, not the bytes. */
  readonly url?: string
}

/** How reference media travel: inside the request as a data URI or plain base64, or as an address. */
export const inputFormSchema = z.enum(['dataUri', 'base64', 'url'])
export type InputForm = z.infer<typeof inputFormSchema>

/** How a reference image is made ready. The original stays as it is. */
export const inputShapeSchema = z.strictObject({
  form: inputFormSchema.optional(),
  /** Pixels of the longer side at most. */
  longSide: z.int().min(64).max(16_384).optional(),
  /** Bytes of the file at most. */
  maxBytes: z.int().min(10_000).max(200_000_000).optional(),
  format: z.enum(['png', 'jpeg', 'webp']).optional(),
})
export type InputShape = z.infer<typeof inputShapeSchema>

/** What will be sent for a reference: sizes of the file made ready, and what it adds to the request's body. */
export interface InputWeight {
  readonly inputId: string
  readonly mimeType: string
  readonly width?: number
  readonly height?: number
  readonly sizeBytes: number
  readonly bodyBytes: number
  /** What cannot be done, or what speaks against it, in plain words. */
  readonly warning?: string
}
