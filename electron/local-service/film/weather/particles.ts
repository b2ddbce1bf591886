/**
 * Small things in the air, drawn straight onto a frame: soft discs and streaks.
 */
import type { Frame } from '../frame.ts'

export type Ink = readonly [number, number, number]

/** A soft disc, brightest in the middle; `radius` in pixels, `opacity` 0 to 1. */
export function dot(
  { width, height, data }: Frame,
  x: number,
  y: number,
  radius: number,
  [r, g, b]: Ink,
  opacity: number,
): void {
  const reach = radius + 0.7
  const from = Math.max(0, Math.floor(y - reach))
  const to = Math.min(height - 1, Math.ceil(y + reach))
  const left = Math.max(0, Math.floor(x - reach))
  const right = Math.min(width - 1, Math.ceil(x + reach))
  const inverse = 1 / (reach * reach)
  for (let py = from; py <= to; py += 1) {
    for (let px = left; px <= right; px += 1) {
      const distance = ((px - x) ** 2 + (py - y) ** 2) * inverse
      if (distance >= 1) continue
      const fall = 1 - distance
      const alpha = opacity * fall * fall * (radius < 1 ? radius : 1)
      const at = (py * width + px) * 3
      data[at] = (data[at] as number) + (r - (data[at] as number)) * alpha
      data[at + 1] = (data[at + 1] as number) + (g - (data[at + 1] as number)) * alpha
      data[at + 2] = (data[at + 2] as number) + (b - (data[at + 2] as number)) * alpha
    }
  }
}

/** A steep streak from (x, y) down to (x + dx, y + dy), `breadth` pixels wide, fading towards its upper end. `dy` is positive. */
export function streak(
  { width, height, data }: Frame,
  x: number,
  y: number,
  dx: number,
  dy: number,
  breadth: number,
  [r, g, b]: Ink,
  opacity: number,
): void {
  const from = Math.max(0, Math.ceil(y))
  const to = Math.min(height - 1, Math.floor(y + dy))
  const half = Math.max(1, breadth) / 2 + 0.5
  const thin = Math.min(1, breadth)
  for (let row = from; row <= to; row += 1) {
    const share = (row - y) / dy
    const middle = x + dx * share
    const fade = opacity * thin * share * (1 - share * share * share) * 1.6
    const left = Math.max(0, Math.ceil(middle - half))
    const right = Math.min(width - 1, Math.floor(middle + half))
    for (let column = left; column <= right; column += 1) {
      const cover = half - Math.abs(column - middle)
      const alpha = fade * (cover > 1 ? 1 : cover)
      const at = (row * width + column) * 3
      data[at] = (data[at] as number) + (r - (data[at] as number)) * alpha
      data[at + 1] = (data[at + 1] as number) + (g - (data[at + 1] as number)) * alpha
      data[at + 2] = (data[at + 2] as number) + (b - (data[at + 2] as number)) * alpha
    }
  }
}

/** `value` brought into 0 to `size`, going round. */
export function wrap(value: number, size: number): number {
  return value - Math.floor(value / size) * size
}
