/**
 * What is read of a given film: which frames, how large, how many a second.
 */
import { z } from 'zod'

export const filmSourceSchema = z
  .object({
    /** How FFmpeg calls the kind of file; it is never left to guess, since some kinds name further files to open. */
    container: z.enum(['mov', 'matroska']),
    /** Clockwise, in degrees: what the file says is to be done to its frames. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    /** Of the frames as they are wanted: upright, in pixels, both even. */
    width: z.int(),
    height: z.int(),
    framesPerSecond: z.number(),
  })
  .readonly()

export type FilmSource = z.infer<typeof filmSourceSchema>

/** The frames `from` up to but not including `to` of the film in the file `path`. */
export interface FrameRange {
  readonly path: string
  readonly from: number
  readonly to: number
}

/** Answers the frames in order as sRGB, three bytes a pixel; fewer than wanted when the film ends. */
export type ReadFrames = (source: FilmSource, range: FrameRange) => AsyncIterable<Uint8Array>

/** Pixels of the largest frame that is decoded, whatever the film's head says: 3840 x 2304. */
export const MAX_DECODED_PIXELS = 8_847_360

const TURNS: Readonly<Record<FilmSource['rotation'], readonly string[]>> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

/**
 * FFmpeg's filters for the range's frames of `source` and all after them; `turn` where frames do not come upright by
 * themselves. Whoever reads stops at the last one: a filter that stops by itself is an error to whoever feeds it.
 */
export function filtersFor(source: FilmSource, { from }: FrameRange, turn: boolean): string {
  const { width, height, framesPerSecond, rotation } = source
  return [
    ...(turn ? TURNS[rotation] : []),
    `fps=fps=${framesPerSecond.toFixed(6)}`,
    `trim=start_frame=${from}`,
    `scale=w=${width}:h=${height}:flags=bicubic+accurate_rnd+full_chroma_int`,
    'format=pix_fmts=rgb24',
  ].join(',')
}
