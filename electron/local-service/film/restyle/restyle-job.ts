/**
 * What the threads are asked for when a given film is redrawn.
 */
import { z } from 'zod'
import { LOOK_NAMES } from './look.ts'

export const restyleJobSchema = z
  .object({
    model: z.string(),
    look: z.enum(LOOK_NAMES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job on the same film gives the same bytes. */
    seed: z.int(),
    /** Of the new film, in pixels, both even. */
    width: z.int(),
    height: z.int(),
    /** 0 (hardly changed) to 1 (the look alone). */
    strength: z.number(),
    /** Whether the film's own sound is kept. */
    sound: z.boolean(),
    container: z.enum(['mov', 'matroska']),
  })
  .readonly()

export type RestyleJob = z.infer<typeof restyleJobSchema>
