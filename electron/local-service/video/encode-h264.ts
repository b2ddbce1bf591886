/**
 * Encodes frames as H.264, into a small MP4 of its own that is joined to the video later.
 *
 * The encoder (minih264 in WebAssembly) is synchronous: it belongs on a worker thread.
 */
import * as encoderPackage from 'h264-mp4-encoder'
import type { Size } from '../image/frame.ts'

/** The package is CommonJS: Node offers its exports as `default`, a bundler as they are. */
const { createH264MP4Encoder } =
  (encoderPackage as { readonly default?: typeof encoderPackage }).default ?? encoderPackage

/** 10 (best) to 51. Below 22 grain is kept too, and files double; above 26 soft skies show their blocks. */
const QUANTIZER = 23
/** 0 to 10 (fastest). Slower settings save no bytes on these videos: the same size at a third of the speed. */
const SPEED = 10

/**
 * An encoder of frames that follow each other. Both sides must be even: the encoder aborts on odd ones. Every `keyEvery` frames there is a key frame; the first is one.
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
