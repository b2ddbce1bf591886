/** Frames as the bytes of an H.264 encoder or decoder, and the encoder itself. */
import { createRandom } from '../image/random.ts'
import type { Size } from '../image/scene.ts'
import type { Frame } from './plates.ts'

/** A power of two. */
const SPECKS = 65_536
const random = createRandom('dither', 1)
/** Rounding noise of half a step of luma: enough to break every band, too little to see. */
const dither = Float32Array.from({ length: SPECKS }, () => (random() + random() - 1) * 0.5)

/**
 * `frame` as planar YUV 4:2:0 (BT.709, studio range): luma, then both chroma planes at half the width and height.
 * `into` has width * height * 1.5 bytes.
 */
export function toYuv({ width, height, data }: Frame, into: Uint8Array): void {
  const half = width >> 1
  const uPlane = width * height
  const vPlane = uPlane + half * (height >> 1)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      // No arrays in this loop: they would cost several times as much as all the rest.
      let red = 0
      let green = 0
      let blue = 0
      for (let corner = 0; corner < 4; corner += 1) {
        const row = y + (corner >> 1)
        const column = x + (corner & 1)
        const place = row * width + column
        const r = data[place * 3] as number
        const g = data[place * 3 + 1] as number
        const b = data[place * 3 + 2] as number
        const speck = ((Math.imul(row, 40_503) >>> 4) + column) & (SPECKS - 1)
        into[place] = 16.5 + 0.182_586 * r + 0.614_231 * g + 0.062_007 * b + (dither[speck] as number)
        red += r
        green += g
        blue += b
      }
      const place = (y >> 1) * half + (x >> 1)
      into[uPlane + place] = 128.5 - (0.100_644 * red + 0.338_572 * green - 0.439_216 * blue) / 4
      into[vPlane + place] = 128.5 + (0.439_216 * red - 0.398_942 * green - 0.040_274 * blue) / 4
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
    for (let x = 0; x < width; x += 1) {
      const place = (y >> 1) * half + (x >> 1)
      const luma = 1.164 * ((data[y * width + x] as number) - 16)
      const u = (data[uPlane + place] as number) - 128
      const v = (data[vPlane + place] as number) - 128
      const at = (y * width + x) * 3
      rgb[at] = luma + vr * v
      rgb[at + 1] = luma - ug * u - vg * v
      rgb[at + 2] = luma + ub * u
    }
  }
  return new Uint8Array(rgb.buffer)
}

/** 10 (best) to 51. Below 22 grain is kept too, and files double; above 26 soft skies show their blocks. */
const QUANTIZER = 23
/** 0 to 10 (fastest). Slower settings save no bytes on these videos: the same size at a third of the speed. */
const SPEED = 10
/** Frames between two key frames, so that a player can jump. */
const KEY_EVERY = 48

/** The package listens to these as soon as it is loaded: every error of the process that nobody caught would count as its own. */
const TAKEN_EVENTS = ['uncaughtException', 'unhandledRejection'] as const

async function loadEncoder() {
  const listeners = (event: string) => process.listeners(event as 'uncaughtException')
  const counts = TAKEN_EVENTS.map((event) => listeners(event).length)
  const { default: encoderPackage } = await import('h264-mp4-encoder')
  for (const [index, event] of TAKEN_EVENTS.entries())
    for (const own of listeners(event).slice(counts[index])) process.off(event, own)
  return await encoderPackage.createH264MP4Encoder()
}

/**
 * An encoder of frames that follow each other. Both sides must be even: the encoder aborts on odd ones.
 *
 * The encoder (minih264 in WebAssembly) is synchronous: it belongs on a worker thread.
 */
export async function createH264Encoder({ width, height }: Size) {
  const encoder = await loadEncoder()
  encoder.outputFilename = 'video.mp4'
  encoder.width = width
  encoder.height = height
  encoder.speed = SPEED
  encoder.quantizationParameter = QUANTIZER
  encoder.groupOfPictures = KEY_EVERY
  encoder.initialize()
  return {
    /** Takes one frame of planar YUV 4:2:0. */
    add: (yuv: Uint8Array): void => encoder.addFrameYuv(yuv),
    /** The MP4 of all frames that were added. Its times mean nothing. */
    finish(): Uint8Array {
      encoder.finalize()
      const file = encoder.FS.readFile(encoder.outputFilename)
      encoder.delete()
      return file
    },
  }
}
