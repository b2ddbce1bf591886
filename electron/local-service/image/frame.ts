/** Pixels in the making: gamma-encoded sRGB in 32-bit floats. */

export interface Size {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export interface Frame extends Size {
  /** Red, green, blue of each pixel, row by row, each 0 to 255; not rounded, may overshoot. */
  readonly data: Float32Array
}

/** A black frame. */
export function createFrame({ width, height }: Size): Frame {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** The frame as bytes, three a pixel. */
export function frameBytes({ data }: Frame): Uint8Array {
  return new Uint8Array(Uint8ClampedArray.from(data).buffer)
}
