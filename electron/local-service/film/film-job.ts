/**
 * What the threads are asked for when a film is made, and what they answer.
 */
import { z } from 'zod'
import { STYLE_NAMES } from '../paint/styles.ts'
import { cameraMoveSchema } from './camera.ts'

export const PRODUCTION_NAMES = ['landscape', 'city', 'flow', 'ink', 'glass', 'poster', 'picture'] as const
export type ProductionName = (typeof PRODUCTION_NAMES)[number]

export const filmJobSchema = z
  .object({
    model: z.string(),
    production: z.enum(PRODUCTION_NAMES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In pixels, both even. */
    width: z.int(),
    height: z.int(),
    /** In seconds. */
    duration: z.number(),
    framesPerSecond: z.number(),
    /** Null leaves it to the prompt and the scene. */
    camera: cameraMoveSchema.nullable(),
    /** Redraws a given picture in this style first; null keeps it as it is. */
    style: z.enum(STYLE_NAMES).nullable(),
    strength: z.number(),
    sound: z.boolean(),
  })
  .readonly()

export type FilmJob = z.infer<typeof filmJobSchema>

/** How many frames the film has; at least one. */
export function frameCount({ duration, framesPerSecond }: FilmJob): number {
  return Math.max(1, Math.round(duration * framesPerSecond))
}

/** The frame that stands for the film: late enough that everything has come. */
export function posterFrame(film: FilmJob): number {
  return Math.floor(frameCount(film) * 0.62)
}
