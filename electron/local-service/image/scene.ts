/** What a style draws: layers from far to near, so that an image can lay them on each other and a video can move between them. */
import type { Rgb } from './color.ts'
import type { Random } from './random.ts'
import type { Reading } from './read-prompt.ts'

/** How a layer moves by itself in a video. */
export type LayerMotion = 'drift' | 'water' | 'glow'

export interface Layer {
  /** SVG elements in pixels of the image. They reach `OVERSCAN` beyond every edge. */
  readonly svg: string
  /** 0 stands still when the camera moves, like a sky; 1 is right before it. */
  readonly nearness: number
  readonly motion?: LayerMotion
  /** Falling rain or snow of a still image; a video has its own. */
  readonly isWeather?: boolean
}

export interface Scene {
  readonly layers: readonly Layer[]
  /** Gradients and filters that the layers use. */
  readonly defs: string
  /** What shows where no layer is. */
  readonly ground: Rgb
  /** Strength of film grain, 0 to about 12, and how much darker the corners are, 0 to 1. */
  readonly finish: { readonly grain: number; readonly vignette: number }
  /** What finishes a still image: brush strokes, or a few flat tones. */
  readonly filter?: 'painted' | 'poster'
}

export interface SceneRequest {
  readonly reading: Reading
  readonly random: Random
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** How far layers reach beyond the image, as a share of its longer side, so that a camera can move. */
const OVERSCAN = 0.1

/** The area that layers fill, overscan included. */
export function outerBox({ width, height }: { readonly width: number; readonly height: number }): {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
} {
  const margin = Math.ceil(Math.max(width, height) * OVERSCAN)
  return { left: -margin, top: -margin, width: width + 2 * margin, height: height + 2 * margin }
}

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
