/**
 * What a thread is asked for when it draws a picture of a character, and what it answers.
 */
import { z } from 'zod'
import { CHARACTER_STYLES } from './draw/ink.ts'
import { VIEW_NAMES } from './draw/view.ts'

/** The pictures that can be asked for. */
export const PICTURE_NAMES = ['sheet', 'portrait', 'palette', ...VIEW_NAMES] as const
export type PictureName = (typeof PICTURE_NAMES)[number]

export const characterJobSchema = z
  .object({
    picture: z.enum(PICTURE_NAMES),
    style: z.enum(CHARACTER_STYLES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** Colours of a reference picture as linear RGB, the most important first. */
    reference: z.array(z.tuple([z.number(), z.number(), z.number()])),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
  })
  .readonly()

export type CharacterJob = z.infer<typeof characterJobSchema>
