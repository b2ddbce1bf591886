/**
 * What a thread is asked for when it makes a piece of music.
 */
import { z } from 'zod'
import { MUSIC_MODELS } from './ensembles.ts'

export const musicJobSchema = z
  .object({
    model: z.enum(MUSIC_MODELS),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In seconds; the file is exactly this long. */
    duration: z.number(),
    /** Beats a minute, or null to follow the prompt and the mood. */
    tempo: z.number().nullable(),
    /** Such as "D minor", or null to follow the prompt and the mood. */
    key: z.string().nullable(),
    /** False for a wordless voice on the melody. */
    instrumental: z.boolean(),
    format: z.enum(['mp3', 'wav']),
  })
  .readonly()

export type MusicJob = z.infer<typeof musicJobSchema>
