/**
 * What a thread is asked for when it draws an image.
 */
import { z } from 'zod'
import { STYLE_NAMES } from './styles.ts'

export const imageJobSchema = z
  .object({
    style: z.enum(STYLE_NAMES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
    /** 0 to 1: how far image-to-image moves away from its input. */
    strength: z.number(),
  })
  .readonly()

export type ImageJob = z.infer<typeof imageJobSchema>
