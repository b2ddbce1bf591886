/** The threads' work for an image: draws one job from words or from an input image, and encodes it, labelled as what it is. */
import sharp from 'sharp'
import { type FilterName, keepShare, type CreateFilter } from './filters/filter.ts'
import { type Frame, frameBytes, type Size, type Scene, outerBox, type Layer } from './scene.ts'
import { createRandom } from './random.ts'
import { readPrompt } from './read-prompt.ts'
import { type ImageJob, type StyleName, STYLES } from './styles.ts'
import { createInkFilter } from './filters/ink.ts'
import { createPaintedFilter } from './filters/painted.ts'
import { createPosterFilter } from './filters/poster.ts'
import { hexOf } from './color.ts'

export const LABEL = 'Made by Sample studio, procedural art'

/** How much of the brush strokes a landscape gets: with all of them, snow and grass are gone. */
const BRUSH_SHARE = 0.6

/** What an input image is redrawn with in a style. */
const FILTER_OF: Readonly<Record<StyleName, FilterName>> = {
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

/** All layers on each other, as RGB bytes, without the finish. */
export async function renderScene(
  { layers, defs, ground }: Scene,
  { width, height }: Size,
): Promise<Uint8Array> {
  const body = layers.map(({ svg }) => svg).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${defs}<rect width="100%" height="100%" fill="${hexOf(ground)}"/>${body}</svg>`
  return await sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().raw().toBuffer()
}

/** One layer with its overscan, as RGBA bytes, premultiplied by nothing. */
export async function renderLayer(layer: Layer, defs: string, size: Size): Promise<Uint8Array> {
  const box = outerBox(size)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${box.left} ${box.top} ${box.width} ${box.height}">${defs}${layer.svg}</svg>`
  return await sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer()
}

/** Adds film grain and darker corners, in place. */
export function finishImage(
  data: Uint8Array | Float32Array,
  { width, height }: Size,
  { grain, vignette }: Scene['finish'],
  seed: number,
): void {
  const random = createRandom('grain', seed)
  const specks = Float32Array.from({ length: 65_536 }, () => (random() + random() + random() - 1.5) * grain)
  for (let y = 0; y < height; y += 1) {
    const dy = ((2 * y + 1) / height - 1) ** 2
    const row = Math.floor(random() * 65_536)
    for (let x = 0; x < width; x += 1) {
      const corner = ((2 * x + 1) / width - 1) ** 2 + dy
      const light = 1 - vignette * corner * corner * 0.25
      const speck = specks[(row + x * 7) & 65_535] as number
      const at = (y * width + x) * 3
      for (let part = at; part < at + 3; part += 1) {
        const value = (data[part] as number) * light + speck
        data[part] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
}
