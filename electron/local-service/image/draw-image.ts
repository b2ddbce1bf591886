/** The threads' work for an image: draws one job from words or from an input image, and encodes it, labelled as what it is. */
import sharp from 'sharp'
import { hexOf, type Rgb } from './color.ts'
import { redraw } from './filter.ts'
import { createRandom } from './random.ts'
import { readPrompt } from './read-prompt.ts'
import { outerBox, type Layer, type Scene, type Size } from './scene.ts'
import { type ImageJob, STYLES } from './styles.ts'
import { createDefs, type Defs } from './svg.ts'

export const LABEL = 'Made by Sample studio, procedural art'

/** Draws and encodes `job`, from the image at `inputPath` where there is one; with a mask only what is white in it, from words. */
export async function drawImage(
  job: ImageJob & { readonly inputPath: string | null; readonly maskPath?: string | undefined },
): Promise<{ readonly bytes: Uint8Array }> {
  // A thread of the pool is the budget; the codec's own threads would come on top of it.
  sharp.concurrency(1)
  const input = job.inputPath === null ? null : await readPixels(job.inputPath, job)
  if (input !== null && job.maskPath === undefined) {
    const redrawn = await redraw(input, job, STYLES[job.style].filter, job.strength)
    return { bytes: await encode(redrawn, job, job.style) }
  }
  const pixels = await drawFromPrompt(job)
  if (input !== null && job.maskPath !== undefined) {
    const mask = await readPixels(job.maskPath, job)
    for (const [at, share] of mask.entries())
      pixels[at] = (input[at] ?? 0) + (((pixels[at] ?? 0) - (input[at] ?? 0)) * share) / 255
  }
  return { bytes: await encode(pixels, job, job.style) }
}

export function composeScene({
  style,
  prompt,
  seed,
  width,
  height,
}: Pick<ImageJob, 'style' | 'prompt' | 'seed'> & Size): Scene {
  const random = createRandom(`${style} ${prompt}`, seed)
  const defs = createDefs()
  return STYLES[style].draw({
    reading: readPrompt(prompt),
    random,
    defs,
    unit: Math.min(width, height),
    width,
    height,
  })
}

async function drawFromPrompt(job: ImageJob): Promise<Uint8Array> {
  const { layers, defs, ground, grain } = composeScene(job)
  const body = layers.map(({ svg }) => svg).join('')
  const pixels = await renderSvg(body, { left: 0, top: 0, ...job }, defs, ground)
  addGrain(pixels, grain, job.seed)
  return pixels
}

/** SVG elements as RGB bytes on `ground`, or without it as RGBA. */
async function renderSvg(
  body: string,
  box: Size & { readonly left: number; readonly top: number },
  defs: Defs,
  ground?: Rgb,
): Promise<Uint8Array> {
  const { left, top, width, height } = box
  const view = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${view}>${defs.markup()}${body}</svg>`
  const image = sharp(Buffer.from(svg), { unlimited: true })
  return await (ground === undefined ? image.ensureAlpha() : image.flatten({ background: hexOf(ground) }))
    .raw()
    .toBuffer()
}

export async function renderLayer(layer: Layer, defs: Defs, size: Size): Promise<Uint8Array> {
  return await renderSvg(layer.svg, outerBox(size), defs)
}

export async function readPixels(path: string, { width, height }: Size): Promise<Uint8Array> {
  return await sharp(path).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer()
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

/** Adds film grain to RGB bytes, in place. */
export function addGrain(pixels: Uint8Array, grain: number, seed: number): void {
  const random = createRandom('grain', seed)
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const speck = (random() + random() + random() - 1.5) * grain
    for (let part = at; part < at + 3; part += 1)
      pixels[part] = Math.min(255, Math.max(0, Math.round((pixels[part] as number) + speck)))
  }
}
