/** Frames as the bytes of an H.264 encoder or decoder, and the encoder itself. */
import * as encoderPackage from 'h264-mp4-encoder'
import type { Frame, Size } from '../image/scene.ts'
import { createRandom } from '../image/random.ts'

/** A power of two. */
const SPECKS = 65_536
/** Rounding noise of one step of luma: enough to break every band, too little to see. */
const dither = Float32Array.from(
  { length: SPECKS },
  (
    (random) => () =>
      random() + random() - 1
  )(createRandom('dither', 1)),
)

/**
 * `frame` as planar YUV 4:2:0 (BT.709, studio range): luma, then both chroma planes at half the width and height.
 * `into` has width * height * 1.5 bytes. `vignette` is how much darker the corners become, 0 to 1.
 */
export function toYuv({ width, height, data }: Frame, vignette: number, into: Uint8Array): void {
  const half = width >> 1
  const uPlane = width * height
  const vPlane = uPlane + half * (height >> 1)
  const columns = Float32Array.from({ length: width }, (_, x) => ((2 * x + 1) / width - 1) ** 2)
  const sums = new Float32Array(half * 3)
  for (let y = 0; y < height; y += 1) {
    const odd = (y & 1) === 1
    const dy = ((2 * y + 1) / height - 1) ** 2
    const speck = (Math.imul(y, 40_503) >>> 4) & (SPECKS - 1)
    if (!odd) sums.fill(0)
    for (let x = 0; x < width; x += 1) {
      const corner = (columns[x] as number) + dy
      const light = 1 - vignette * corner * corner * 0.25
      const at = (y * width + x) * 3
      let r = (data[at] as number) * light
      let g = (data[at + 1] as number) * light
      let b = (data[at + 2] as number) * light
      r = r < 0 ? 0 : r > 255 ? 255 : r
      g = g < 0 ? 0 : g > 255 ? 255 : g
      b = b < 0 ? 0 : b > 255 ? 255 : b
      const luma = 16.5 + 0.182_586 * r + 0.614_231 * g + 0.062_007 * b
      into[y * width + x] = luma + (dither[(speck + x) & (SPECKS - 1)] as number) * 0.5
      const cell = (x >> 1) * 3
      sums[cell] = (sums[cell] as number) + r
      sums[cell + 1] = (sums[cell + 1] as number) + g
      sums[cell + 2] = (sums[cell + 2] as number) + b
    }
    if (!odd) continue
    const row = (y >> 1) * half
    for (let x = 0; x < half; x += 1) {
      const r = (sums[x * 3] as number) * 0.25
      const g = (sums[x * 3 + 1] as number) * 0.25
      const b = (sums[x * 3 + 2] as number) * 0.25
      into[uPlane + row + x] = 128.5 - 0.100_644 * r - 0.338_572 * g + 0.439_216 * b
      into[vPlane + row + x] = 128.5 + 0.439_216 * r - 0.398_942 * g - 0.040_274 * b
    }
  }
}

/** How a decoder's planes lie in memory. */
interface Planes extends Size {
  /** Luma, then both chroma planes at half the width and height. */
  readonly data: Uint8Array
  /** The older matrix of standard-definition video (BT.601), or BT.709. */
  readonly isBt601: boolean
}

/** Planar YUV 4:2:0 in studio range as RGB bytes, three a pixel. */
export function yuvToRgb({ width, height, data, isBt601 }: Planes): Uint8Array {
  const [vr, ug, vg, ub] = isBt601 ? [1.596, 0.392, 0.813, 2.017] : [1.793, 0.213, 0.533, 2.112]
  const half = width >> 1
  const uPlane = width * height
  const vPlane = uPlane + half * (height >> 1)
  const rgb = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const row = (y >> 1) * half
    for (let x = 0; x < width; x += 1) {
      const luma = 1.164 * ((data[y * width + x] as number) - 16)
      const u = (data[uPlane + row + (x >> 1)] as number) - 128
      const v = (data[vPlane + row + (x >> 1)] as number) - 128
      const at = (y * width + x) * 3
      rgb[at] = luma + vr * v
      rgb[at + 1] = luma - ug * u - vg * v
      rgb[at + 2] = luma + ub * u
    }
  }
  return new Uint8Array(rgb.buffer)
}

/** The package is CommonJS: Node offers its exports as `default`, a bundler as they are. */
const { createH264MP4Encoder } =
  (encoderPackage as { readonly default?: typeof encoderPackage }).default ?? encoderPackage

/** 10 (best) to 51. Below 22 grain is kept too, and files double; above 26 soft skies show their blocks. */
const QUANTIZER = 23
/** 0 to 10 (fastest). Slower settings save no bytes on these videos: the same size at a third of the speed. */
const SPEED = 10

/**
 * An encoder of frames that follow each other. Both sides must be even: the encoder aborts on odd ones. Every `keyEvery` frames there is a key frame; the first is one.
 *
 * The encoder (minih264 in WebAssembly) is synchronous: it belongs on a worker thread.
 */
export async function createH264Encoder({ width, height }: Size, keyEvery: number) {
  const encoder = await createH264MP4Encoder()
  encoder.outputFilename = 'strip.mp4'
  encoder.width = width
  encoder.height = height
  encoder.speed = SPEED
  encoder.quantizationParameter = QUANTIZER
  encoder.groupOfPictures = keyEvery
  encoder.initialize()
  return {
    /** Takes one frame of planar YUV 4:2:0. */
    add: (yuv: Uint8Array): void => encoder.addFrameYuv(yuv),
    /** The MP4 of all frames that were added. Its times mean nothing. */
    finish(): Uint8Array {
      encoder.finalize()
      const file = encoder.FS.readFile(encoder.outputFilename)
      encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
      return file
    },
  }
}
