/**
 * What the camera sees at one moment: turns distances into places on the frame.
 */
import { poseAt, project, type CameraMove, type Pose } from './camera.ts'
import type { Plate } from './plate.ts'
import type { Placing } from './show-plate.ts'

export interface Lens {
  readonly pose: Pose
  /** Where a plate painted with `overscan` appears when it is `distance` away, moved by `dx`, `dy` pixels of its own. */
  place(plate: Plate, distance: number, dx?: number, dy?: number): Placing
  /** The row of the frame where row `row` of the painting appears at `distance`. */
  rowAt(row: number, distance: number): number
  columnAt(column: number, distance: number): number
}

export interface LensRequest {
  readonly width: number
  readonly height: number
  readonly margin: { readonly x: number; readonly y: number }
  /** The row of the painting towards which the camera moves. */
  readonly vanishingRow: number
  readonly move: CameraMove
  readonly seconds: number
  readonly duration: number
}

/** The lens at `seconds` of a film of `duration` seconds. */
export function lensAt({ width, height, margin, vanishingRow, move, seconds, duration }: LensRequest): Lens {
  const pose = poseAt(move, seconds / duration, duration)
  const unit = Math.min(width, height)
  const centerX = width / 2 + margin.x
  const column = (x: number, distance: number): number => {
    const seen = project(pose, distance)
    return width / 2 + (x - centerX) * seen.scale + seen.x * unit
  }
  const row = (y: number, distance: number): number => {
    const seen = project(pose, distance)
    return vanishingRow - margin.y + (y - vanishingRow) * seen.scale + seen.y * unit
  }
  return {
    pose,
    place(plate, distance, dx = 0, dy = 0) {
      const { scale } = project(pose, distance)
      return { scale, x: column(dx, distance), y: row(plate.above + dy, distance) }
    },
    rowAt: row,
    columnAt: column,
  }
}
