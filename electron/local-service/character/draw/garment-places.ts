/**
 * Where things on garments are, and the trim that many of them have.
 */
import type { Rgb } from '../../paint/color.ts'
import { type Point } from './curves.ts'
import { hemOf } from './cuts.ts'
import type { Stage } from './stage.ts'

export interface Places {
  /** The middle of the front, in this view, at a given half width. */
  front(half: number): number
  readonly neck: Point
}

/** A band along the hem. */
export function drawTrim(stage: Stage, color: Rgb): void {
  const { y, half } = hemOf(stage)
  stage.ink.stroke(
    [
      [-half * 0.99, y + 0.045],
      [-half * 0.5, y + 0.005],
      [0, y - 0.005],
      [half * 0.5, y + 0.005],
      [half * 0.99, y + 0.045],
    ],
    0.06,
    color,
  )
}
