/**
 * What a film is made of: plates that are painted once, and a stage that shows them for any moment.
 */
import type { Canvas } from '../paint/canvas.ts'
import type { StyleName } from '../paint/styles.ts'
import type { Frame, Grade } from './frame.ts'
import type { CameraMove } from './camera.ts'
import type { Plate } from './plate.ts'

export interface FilmRequest {
  readonly prompt: string
  readonly seed: number
  /** In pixels, both even. */
  readonly width: number
  readonly height: number
  /** In seconds. */
  readonly duration: number
  /** What the request asks for; null leaves it to the prompt and the scene. */
  readonly camera: CameraMove | null
  /** Redraws a given picture in this style first; null keeps it as it is. */
  readonly style: StyleName | null
  /** 0 (hardly changed) to 1: how far a redrawn picture moves away from the given one. */
  readonly strength: number
}

export interface Stage {
  /** Draws the moment `seconds` after the beginning over the whole `frame`. The same moment always gives the same frame. */
  draw(frame: Frame, seconds: number): Grade
}

/** A way to make a film: its plates may be painted on several threads, its frames drawn on others. */
export interface Production {
  /** How many jobs of painting there are, each for a thread of its own. */
  countParts(request: FilmRequest): number
  /** The plates of one part, by name. The same request, and the same picture, always gives the same plates. */
  paintPart(
    request: FilmRequest,
    part: number,
    givenPicture: GivenPicture,
  ): NamedPlates | Promise<NamedPlates>
  /** A stage for all plates of all parts. */
  openStage(request: FilmRequest, plates: NamedPlates): Stage
}

/** The picture to start from, cut to the wanted shape and size; null when there is none. */
export type GivenPicture = ((width: number, height: number) => Promise<Canvas>) | null

export type NamedPlates = Readonly<Record<string, Plate>>

/** How far the plates reach beyond the frame on each side, in pixels: as far as `move` moves the nearest. */
export function overscan(
  { width, height }: { readonly width: number; readonly height: number },
  move: CameraMove,
): { readonly x: number; readonly y: number } {
  const unit = Math.min(width, height)
  const sideways = move === 'pan left' || move === 'pan right' || move === 'orbit'
  const upwards = move === 'tilt up' || move === 'tilt down'
  return { x: Math.ceil((sideways ? 0.125 : 0.02) * unit), y: Math.ceil((upwards ? 0.1 : 0.015) * unit) }
}
