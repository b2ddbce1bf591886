/**
 * What an image looks like, in 64 bits. The hashes of images that look the same differ in few bits.
 *
 * The signs of the lowest frequencies of the image's brightness, compared with their median: after Zauner, "Implementation
 * and Benchmarking of Perceptual Image Hash Functions", 2010, section 3.2.1 (https://www.phash.org/docs/pubs/thesis_zauner.pdf).
 * Scaling, recompression and slight changes of colour leave most bits alone.
 */
import type { CreateRaw } from 'sharp'
import { loadSharp } from '../../media/load-sharp.ts'

const SIDE = 32
const FREQUENCIES = 8
const RGB = 3
/** Below this mean deviation of brightness (0 to 255) there is nothing to compare: all flat areas look the same. */
const FLATTEST = 2

/** Two unsigned halves of 32 bits. */
export interface PerceptualHash {
  readonly high: number
  readonly low: number
}

/**
 * The perceptual hash of an image file, its bytes, or pixels laid out as `raw` says; null for one that is flat.
 *
 * @throws Error when it cannot be decoded.
 */
export async function perceptualHash(
  image: string | Uint8Array,
  raw?: CreateRaw,
): Promise<PerceptualHash | null> {
  const sharp = await loadSharp()
  const pixels = raw && typeof image !== 'string' ? shrink(image, raw) : null
  const decoded = sharp(pixels?.data ?? image, pixels ? { raw: pixels.raw } : {})
  // Where nothing can be transparent there is nothing to flatten, which takes time all the same.
  const opaque = pixels?.raw.channels === RGB ? decoded : decoded.flatten({ background: '#808080' })
  const grey = await opaque.greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer()
  if (deviation(grey) < FLATTEST) return null
  return signs(lowFrequencies(grey))
}

/**
 * The means of squares of pixels, as far as that leaves three for each that the hash looks at: turning all of them grey takes longer
 * than the rest of the hash. Transparent ones stay, whose colours count by how much of them shows.
 */
function shrink(data: Uint8Array, raw: CreateRaw): { readonly data: Uint8Array; readonly raw: CreateRaw } {
  const by = Math.floor(Math.min(raw.width, raw.height) / (3 * SIDE))
  if (by < 2 || raw.channels !== RGB) return { data, raw }
  const width = Math.floor(raw.width / by)
  const height = Math.floor(raw.height / by)
  const means = new Uint8Array(width * height * RGB)
  const line = raw.width * RGB
  for (let to = 0; to < means.length; to += RGB) {
    const pixel = to / RGB
    const corner = (Math.floor(pixel / width) * line + (pixel % width) * RGB) * by
    let [red, green, blue] = [0, 0, 0]
    for (let start = corner; start < corner + by * line; start += line) {
      for (let at = start; at < start + by * RGB; at += RGB) {
        red += data[at] ?? 0
        green += data[at + 1] ?? 0
        blue += data[at + 2] ?? 0
      }
    }
    means[to] = red / (by * by)
    means[to + 1] = green / (by * by)
    means[to + 2] = blue / (by * by)
  }
  return { data: means, raw: { width, height, channels: RGB } }
}

/** The bits set in a 32-bit integer. Source: https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function deviation(grey: Uint8Array): number {
  let sum = 0
  for (const value of grey) sum += value
  const mean = sum / grey.length
  let away = 0
  for (const value of grey) away += Math.abs(value - mean)
  return away / grey.length
}

/** cos((2x + 1) u pi / 2N) of the discrete cosine transform, for the frequencies 1 to FREQUENCIES. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, index) =>
  Float64Array.from({ length: SIDE }, (__, x) =>
    Math.cos(((2 * x + 1) * (index + 1) * Math.PI) / (2 * SIDE)),
  ),
)

function lowFrequencies(grey: Uint8Array): Float64Array {
  const values = new Float64Array(FREQUENCIES * FREQUENCIES)
  for (const [u, across] of COSINES.entries()) {
    const columns = new Float64Array(SIDE)
    for (let y = 0; y < SIDE; y++) {
      let sum = 0
      for (let x = 0; x < SIDE; x++) sum += (grey[y * SIDE + x] ?? 0) * (across[x] ?? 0)
      columns[y] = sum
    }
    for (const [v, down] of COSINES.entries()) {
      let sum = 0
      for (let y = 0; y < SIDE; y++) sum += (columns[y] ?? 0) * (down[y] ?? 0)
      values[v * FREQUENCIES + u] = sum
    }
  }
  return values
}

function signs(values: Float64Array): PerceptualHash {
  const sorted = values.toSorted()
  const middle = sorted.length / 2
  const median = ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  let high = 0
  let low = 0
  for (let bit = 0; bit < 32; bit++) {
    if ((values[bit] ?? 0) > median) high |= 1 << bit
    if ((values[bit + 32] ?? 0) > median) low |= 1 << bit
  }
  return { high: high >>> 0, low: low >>> 0 }
}
