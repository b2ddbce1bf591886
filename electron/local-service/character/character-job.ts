/** What a thread is asked for when it draws an image of a character. */
import { z } from 'zod'

const VIEWS = ['front', 'three-quarter', 'back'] as const
export type View = (typeof VIEWS)[number]

/** The images that can be asked for. */
export const CHARACTER_IMAGES = ['sheet', 'portrait', 'palette', ...VIEWS] as const
export type CharacterImage = (typeof CHARACTER_IMAGES)[number]

export const CHARACTER_STYLES = ['gouache', 'line', 'pixel'] as const
export type CharacterStyle = (typeof CHARACTER_STYLES)[number]

export const characterJobSchema = z
  .object({
    image: z.enum(CHARACTER_IMAGES),
    style: z.enum(CHARACTER_STYLES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** Colours of a reference image as linear RGB, the most important first. */
    reference: z.array(z.tuple([z.number(), z.number(), z.number()])),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
  })
  .readonly()

export type CharacterJob = z.infer<typeof characterJobSchema>
