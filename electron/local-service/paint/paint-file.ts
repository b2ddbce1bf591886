/**
 * Draws one job and encodes it, marked as what it is.
 */
import sharp from 'sharp'
import { createCanvas, type Canvas } from './canvas.ts'
import { decodePart } from './color.ts'
import { toBytes } from './finish.ts'
import type { PaintJob } from './paint-job.ts'
import { createRandom } from './random.ts'
import { STYLES } from './style-registry.ts'

const LABEL = 'Made by Sample studio, procedural art'

/** The encoded picture of `job`; `input` is the picture to start from, as a file, or null for words alone. */
export async function paintFile(job: PaintJob, input: Uint8Array | null): Promise<Uint8Array> {
  const { width, height, prompt, seed } = job
  const style = STYLES[job.style]
  const request = { prompt, seed, width, height }
  const canvas =
    input === null
      ? style.fromText(request)
      : style.fromImage(request, await readCanvas(input, width, height), job.strength)
  const bytes = toBytes(canvas, style.finish, createRandom('finish', seed))
  return await encode(bytes, job)
}

async function readCanvas(file: Uint8Array, width: number, height: number): Promise<Canvas> {
  const bytes = await sharp(file).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer()
  const canvas = createCanvas(width, height)
  const decoded = Float32Array.from({ length: 256 }, (_, byte) => decodePart(byte))
  for (let at = 0; at < bytes.length; at += 1) canvas.data[at] = decoded[bytes[at] as number] as number
  return canvas
}

async function encode(
  bytes: Uint8Array,
  { width, height, format, style, seed }: PaintJob,
): Promise<Uint8Array> {
  const labels = { Software: LABEL, ImageDescription: `${LABEL} (${style}, seed ${seed})` }
  const picture = sharp(bytes, { raw: { width, height, channels: 3 } }).withExif({ IFD0: labels })
  switch (format) {
    case 'png':
      return await picture.png({ compressionLevel: 6 }).toBuffer()
    case 'jpeg':
      return await picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    case 'webp':
      return await picture.webp({ quality: 90, smartSubsample: true }).toBuffer()
  }
}
