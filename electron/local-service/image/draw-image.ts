/** The threads' work for an image: draws one job from words or from an input image, and encodes it, labelled as what it is. */
import sharp from 'sharp'
import { type FilterName, keepShare, type CreateFilter } from './filters/filter.ts'
import { type Frame, frameBytes, type Size } from './frame.ts'
import { createRandom } from './random.ts'
import { readPrompt } from './read-prompt.ts'
import { finishImage, renderScene } from './render-scene.ts'
import type { Scene } from './scene.ts'
import { type ImageJob, type StyleName, STYLES } from './styles.ts'
import { createInkFilter } from './filters/ink.ts'
import { createPaintedFilter } from './filters/painted.ts'
import { createPosterFilter } from './filters/poster.ts'

export const LABEL = 'Made by Sample studio, procedural art'

/** How much of the brush strokes a landscape gets: with all of them, snow and grass are gone. */
const BRUSH_SHARE = 0.6

/** What an input image is redrawn with in a style. */
const FILTER_OF: Readonly<Record<StyleName, FilterName>> = {
  'flow-field': 'painted',
  'painted-landscape': 'painted',
  'geometric-poster': 'poster',
  'ink-wash': 'ink',
  'city-night': 'poster',
}

/** What of a job decides what an image shows. */
type Drawing = Pick<ImageJob, 'style' | 'prompt' | 'seed'> & Size

/** Draws and encodes `job`, from the image at `inputPath` where there is one; with a mask only what is white in it, from words. */
export async function drawImage(
  job: ImageJob & { readonly inputPath: string | null; readonly maskPath?: string | undefined },
): Promise<{ readonly bytes: Uint8Array }> {
  // A thread of the pool is the budget; the codec's own threads would come on top of it.
  sharp.concurrency(1)
  const input = job.inputPath === null ? null : await readFrame(job.inputPath, job)
  const isRedrawn = input !== null && job.maskPath === undefined
  const frame = isRedrawn ? redraw(job, input, job.strength) : await drawFromWords(job)
  if (input !== null && job.maskPath !== undefined) {
    const mask = await readFrame(job.maskPath, job)
    for (const [at, share] of mask.data.entries()) {
      const was = input.data[at] ?? 0
      frame.data[at] = was + (((frame.data[at] ?? 0) - was) * share) / 255
    }
  }
  return { bytes: await encode(frameBytes(frame), job, job.style) }
}

/** The scene that a style makes of a prompt. */
export function composeScene({ style, prompt, seed, width, height }: Drawing): Scene {
  const random = createRandom(`${style} ${prompt}`, seed)
  return STYLES[style]({ reading: readPrompt(prompt), random, width, height })
}

async function drawFromWords(job: Drawing): Promise<Frame> {
  const scene = composeScene(job)
  const bytes = await renderScene(scene, job)
  const frame: Frame = { width: job.width, height: job.height, data: Float32Array.from(bytes) }
  if (scene.filter !== undefined) {
    FILTERS[scene.filter](job)(frame, 0)
    if (scene.filter === 'painted') keepShare(frame, bytes, BRUSH_SHARE)
  }
  finishImage(frame.data, job, scene.finish, job.seed)
  return frame
}

/** `input`, which has the job's size, in the job's style. `strength` is 0 (hardly changed) to 1. */
export function redraw(job: Drawing, input: Frame, strength: number): Frame {
  const frame: Frame = { ...input, data: input.data.slice() }
  FILTERS[FILTER_OF[job.style]](job)(frame, 0)
  keepShare(frame, input.data, 0.3 + 0.7 * strength)
  return frame
}

/** The image in the file `path`, cut to this size. */
export async function readFrame(path: string, { width, height }: Size): Promise<Frame> {
  const bytes = await sharp(path).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer()
  return { width, height, data: Float32Array.from(bytes) }
}

/** The image file of RGB bytes, labelled as what it is; `what` says what it shows. */
export async function encode(
  bytes: Uint8Array,
  { width, height, format, seed }: Pick<ImageJob, 'width' | 'height' | 'format' | 'seed'>,
  what: string,
): Promise<Uint8Array> {
  const labels = { Software: LABEL, ImageDescription: `${LABEL} (${what}, seed ${seed})` }
  const image = sharp(bytes, { raw: { width, height, channels: 3 } }).withExif({ IFD0: labels })
  if (format === 'png') return await image.png({ compressionLevel: 6 }).toBuffer()
  if (format === 'webp') return await image.webp({ quality: 90, smartSubsample: true }).toBuffer()
  return await image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}

export const FILTERS: Readonly<Record<FilterName, CreateFilter>> = {
  painted: createPaintedFilter,
  ink: createInkFilter,
  poster: createPosterFilter,
}
