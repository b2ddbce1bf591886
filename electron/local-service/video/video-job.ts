/** What the threads are asked for when a video is made, and what they return. */
import { z } from 'zod'
import { FILTER_NAMES } from '../image/filters/filter.ts'
import { STYLE_NAMES } from '../image/styles.ts'
import { cameraMoveSchema } from './camera.ts'

const common = {
  model: z.string(),
  prompt: z.string(),
  /** 0 to 2^32 - 1. The same job gives the same bytes. */
  seed: z.int(),
  /** In pixels, both even. */
  width: z.int(),
  height: z.int(),
  /** 0 to 1: how far the result moves away from an image or video that is redrawn. */
  strength: z.number(),
  audio: z.boolean(),
}

/** A video that is drawn, from words or from an image. */
export const drawnVideoSchema = z
  .object({
    ...common,
    /** Draws the scene, or redraws the input image. Null keeps the input image as it is. */
    style: z.enum(STYLE_NAMES).nullable(),
    /** In seconds. */
    duration: z.number(),
    framesPerSecond: z.number(),
    camera: cameraMoveSchema,
  })
  .readonly()

/** A video whose every frame is redrawn. */
export const redrawnVideoSchema = z
  .object({ ...common, filter: z.enum(FILTER_NAMES), framesPerSecond: z.number(), frames: z.int() })
  .readonly()

export type DrawnVideo = z.infer<typeof drawnVideoSchema>
export type RedrawnVideo = z.infer<typeof redrawnVideoSchema>

/** How many frames the video has; at least one. */
export function frameCount({
  duration,
  framesPerSecond,
}: Pick<DrawnVideo, 'duration' | 'framesPerSecond'>): number {
  return Math.max(1, Math.round(duration * framesPerSecond))
}

/** Frames `from` up to but not including `to`, and the files they go to. */
export interface Strip {
  readonly from: number
  readonly to: number
  readonly path: string
  /** The frame that stands for the whole video, and the file for it as JPEG. */
  readonly posterFrame: number
  readonly posterPath: string
}
