/** What a style draws: layers from far to near, so that an image can lay them on each other and a video can move between them. */
import type { Rgb } from './color.ts'
import type { Random } from './random.ts'
import type { Reading } from './read-prompt.ts'
import type { Defs } from './svg.ts'

export interface Layer {
  /** SVG elements in pixels of the image. They fill the outer box. */
  readonly svg: string
  /** 0 stands still when the camera moves, like a sky; 1 is right before it. */
  readonly nearness: number
  /** How the layer moves by itself in a video. */
  readonly motion?: 'drift' | 'water' | 'glow' | 'rain' | 'snow'
}

export interface Scene {
  readonly layers: readonly Layer[]
  readonly defs: Defs
  /** What shows where no layer is. */
  readonly ground: Rgb
  /** Strength of film grain in a still image, 0 to about 12. */
  readonly grain: number
}

export interface Size {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export interface SceneRequest extends Size {
  readonly reading: Reading
  readonly random: Random
  readonly defs: Defs
  /** The shorter side in pixels. */
  readonly unit: number
}

/** How far layers reach beyond the image, as a share of its longer side, so that a camera can move. */
const OVERSCAN = 0.1

/** The area that layers fill, overscan included. */
export function outerBox({ width, height }: Size) {
  const margin = Math.ceil(Math.max(width, height) * OVERSCAN)
  const [wide, tall] = [width + 2 * margin, height + 2 * margin]
  return {
    left: -margin,
    top: -margin,
    width: wide,
    height: tall,
    right: wide - margin,
    bottom: tall - margin,
  }
}
