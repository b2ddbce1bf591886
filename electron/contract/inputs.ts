/** Inputs: reference media of a request, how they are prepared and how they travel. */
import { z } from 'zod'
import type { PlainMessageId, Rendered } from './messages/message.ts'
import { id, modelId, profileId, providerName, route } from './route.ts'
import { MAX_REQUEST_INPUTS, MASK_PAINTS } from './rules/media.ts'

/** Reference media of a request: stored by hash, sent inside `options`. */
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
  /** The address it came from, where it came by address: then the address is sent where one is taken, not the bytes. */
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

/** Of an input that is a mask: white is what may change in the request's first image. */
const maskSchema = z.strictObject({
  /** As what it is sent. A mask without is not sent: the service paints everything again. */
  paint: z.enum(MASK_PAINTS).optional(),
  /** Results are laid into that image, so that nothing outside of the mask changes; each is kept as it came besides. */
  keepsOutside: z.boolean().optional(),
})

/** Where an input goes: `option` is the key in `options` that receives it; a key ending in `[]` collects several into an array. */
export const inputReferenceSchema = z.strictObject({
  inputId: z.string().min(1).max(200),
  option: z.string().min(1).max(200),
  /** How it is made ready and sent; without it, as an address where it came by address, else as a data URI. */
  shape: inputShapeSchema.optional(),
  mask: maskSchema.optional(),
})

export type InputReference = z.infer<typeof inputReferenceSchema>

/** What will be sent for a reference: sizes of the file made ready, and what it adds to the request's body. */
export interface InputSize {
  readonly inputId: string
  readonly mimeType: string
  readonly width?: number
  readonly height?: number
  readonly sizeBytes: number
  readonly bodyBytes: number
  /** What cannot be done, or what speaks against it. */
  readonly warning?: Rendered
}

export const inputRoutes = {
  /** Puts an input that is a frame of a video into the library, with the video and the time that it was taken from. */
  'inputs.keepFrame': route<{ readonly assetId: string }>()(
    z.strictObject({ inputId: id, assetId: id, atMs: z.int().min(0).max(1_000_000_000) }),
  ),
  /**
   * Takes reference media, checked by their bytes. From an address they are fetched once and stored too; the address itself is what
   * is sent, unless the reference's shape says otherwise. The same media twice are one input.
   */
  'inputs.add': route<InputMedia>(32)(
    z.union(
      [
        z.strictObject({
          name: z.string().max(300),
          dataUrl: z.string().startsWith('data:', 'inputs.badDataUrl' satisfies PlainMessageId),
        }),
        z.strictObject({ url: z.string().max(8_000) }),
        z.strictObject({ assetId: id }),
      ],
      'inputs.badSource' satisfies PlainMessageId,
    ),
  ),
  'inputs.get': route<InputMedia>()(z.strictObject({ id })),
  /** Where addresses are not taken, what came by one goes as its file. */
  'inputs.measure': route<{
    readonly items: readonly InputSize[]
    readonly bodyBytes: number
    readonly takesAddresses: boolean
  }>()(
    z.strictObject({
      profileId,
      provider: providerName,
      model: modelId,
      references: z.array(inputReferenceSchema).max(MAX_REQUEST_INPUTS),
    }),
  ),
} as const
