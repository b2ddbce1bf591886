/**
 * Measures which way a picture runs: along its edges and contours.
 *
 * A smoothed structure tensor (Brox and others, "Adaptive Structure Tensors", 2006), on a grid of every second pixel.
 */
import { blurPlane, type Canvas } from './canvas.ts'

export interface Flow {
  /** The direction at a pixel in radians, and how sure it is, 0 to 1. */
  at(x: number, y: number): { readonly angle: number; readonly strength: number }
}

const GRID = 2

/** The flow of `canvas`, smoothed over `reach` pixels. */
export function measureFlow({ width, height, data }: Canvas, reach: number): Flow {
  const columns = Math.max(1, Math.floor(width / GRID))
  const rows = Math.max(1, Math.floor(height / GRID))
  const bright = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = (row * GRID * width + column * GRID) * 3
      const sum = (data[at] as number) * 0.6 + (data[at + 1] as number) + (data[at + 2] as number) * 0.4
      bright[row * columns + column] = Math.sqrt(Math.max(0, sum))
    }
  }
  const soft = blurPlane(bright, columns, rows, 1, 1.2)
  const tensor = new Float32Array(columns * rows * 3)
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const spot = row * columns + column
      const gx = (soft[spot + 1] as number) - (soft[spot - 1] as number)
      const gy = (soft[spot + columns] as number) - (soft[spot - columns] as number)
      tensor[spot * 3] = gx * gx
      tensor[spot * 3 + 1] = gx * gy
      tensor[spot * 3 + 2] = gy * gy
    }
  }
  const smooth = blurPlane(tensor, columns, rows, 3, reach / GRID)
  return {
    at(x, y) {
      const row = Math.min(rows - 1, Math.floor(y / GRID))
      const at = (row * columns + Math.min(columns - 1, Math.floor(x / GRID))) * 3
      const [xx, xy, yy] = [smooth[at] as number, smooth[at + 1] as number, smooth[at + 2] as number]
      const spread = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)
      const sure = spread / (xx + yy + 1e-5)
      return { angle: 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2, strength: sure > 1 ? 1 : sure }
    },
  }
}
