/**
 * Light that spills from bright places into their surroundings, in every frame anew.
 */
import { blurPlane } from '../paint/canvas.ts'
import type { Frame } from './frame.ts'

/** The spill is soft: it is worked out on a frame this many times smaller. */
const SHRINK = 4

/** Adds what lies above `threshold` (0 to 255), spread over `reach` pixels and multiplied by `strength`. */
export function addBloom(frame: Frame, threshold: number, reach: number, strength: number): void {
  const { width, height, data } = frame
  const columns = Math.ceil(width / SHRINK) + 1
  const rows = Math.ceil(height / SHRINK) + 1
  const spill = gather(frame, columns, rows, threshold)
  const near = blurPlane(spill, columns, rows, 3, reach / SHRINK)
  const far = blurPlane(near, columns, rows, 3, (reach * 3) / SHRINK)
  for (let at = 0; at < near.length; at += 1)
    near[at] = ((near[at] as number) * 0.55 + (far[at] as number) * 0.8) * strength
  const line = new Float32Array(columns * 3)
  for (let y = 0; y < height; y += 1) {
    const row = (y / SHRINK) | 0
    const down = y / SHRINK - row
    const upper = row * columns * 3
    const lower = Math.min(rows - 1, row + 1) * columns * 3
    for (let at = 0; at < line.length; at += 1)
      line[at] = (near[upper + at] as number) * (1 - down) + (near[lower + at] as number) * down
    spillRow(data, y * width * 3, width, line)
  }
}

/** Light that cannot be seen: a quarter of one step of a screen. */
const FAINT = 0.25

/** Screened, not added: what is bright already does not burn out. */
function spillRow(data: Float32Array, start: number, width: number, line: Float32Array): void {
  for (let x = 0, at = start, cell = 0; x < width; x += SHRINK, cell += 3) {
    let r = line[cell] as number
    let g = line[cell + 1] as number
    let b = line[cell + 2] as number
    const dr = ((line[cell + 3] as number) - r) / SHRINK
    const dg = ((line[cell + 4] as number) - g) / SHRINK
    const db = ((line[cell + 5] as number) - b) / SHRINK
    const end = Math.min(width, x + SHRINK)
    if (r + g + b < FAINT && r + dr * SHRINK + g + dg * SHRINK + b + db * SHRINK < FAINT) {
      at += (end - x) * 3
      continue
    }
    for (let pixel = x; pixel < end; pixel += 1, at += 3) {
      const or = data[at] as number
      const og = data[at + 1] as number
      const ob = data[at + 2] as number
      data[at] = or + r * (1 - or * (1 / 280))
      data[at + 1] = og + g * (1 - og * (1 / 280))
      data[at + 2] = ob + b * (1 - ob * (1 / 280))
      r += dr
      g += dg
      b += db
    }
  }
}

function gather(
  { width, height, data }: Frame,
  columns: number,
  rows: number,
  threshold: number,
): Float32Array {
  const small = new Float32Array(columns * rows * 3)
  const share = 1 / (SHRINK * SHRINK)
  for (let y = 0; y < height; y += 1) {
    const row = ((y / SHRINK) | 0) * columns
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      const r = data[at] as number
      const g = data[at + 1] as number
      const b = data[at + 2] as number
      const peak = r > g ? (r > b ? r : b) : g > b ? g : b
      if (peak <= threshold) continue
      const weight = ((peak - threshold) / peak) * share
      const cell = (row + ((x / SHRINK) | 0)) * 3
      small[cell] = (small[cell] as number) + r * weight
      small[cell + 1] = (small[cell + 1] as number) + g * weight
      small[cell + 2] = (small[cell + 2] as number) + b * weight
    }
  }
  return small
}
