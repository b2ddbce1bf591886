/**
 * The styles by name, and what a style is.
 */
import type { Canvas } from './canvas.ts'
import type { Finish } from './finish.ts'

export const STYLE_NAMES = [
  'painted-landscape',
  'flow-field',
  'geometric-poster',
  'stained-glass',
  'ink-wash',
  'city-night',
] as const

export type StyleName = (typeof STYLE_NAMES)[number]

export interface StyleRequest {
  readonly prompt: string
  readonly seed: number
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export interface Style {
  readonly finish: Finish
  /** Draws from words alone. */
  readonly fromText: (request: StyleRequest) => Canvas
  /** Redraws `input`, which has the request's size. `strength` is 0 (hardly changed) to 1. */
  readonly fromImage: (request: StyleRequest, input: Canvas, strength: number) => Canvas
}
