/**
 * Prints flat shapes: an ink, stippled towards a second one, on paper with a tooth.
 */
import type { Canvas } from '../canvas.ts'
import type { Rgb } from '../color.ts'
import type { Noise } from '../noise.ts'
import { createPen, type Outline } from '../pen.ts'
import type { Random } from '../random.ts'

export interface Frame {
  /** In pixels. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Shade that grows from 0 at (x0, y0) to full at (x1, y1). */
export interface Stipple {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly color: Rgb
}

export interface Press {
  readonly unit: number
  paper(color: Rgb): void
  print(outlines: readonly Outline[], color: Rgb, stipple?: Stipple): void
  /** Paints paper over everything outside `frame`. */
  trim(frame: Frame, color: Rgb): void
}

const TOOTH = 0.035

/** A press for `canvas`. */
export function createPress(canvas: Canvas, noise: Noise, random: Random): Press {
  const { width, height, data } = canvas
  const pen = createPen(canvas)
  const unit = Math.min(width, height)
  const grainSize = Math.max(1, unit / 900)
  const shift = random() * 50
  const specks = Float32Array.from({ length: 65_536 }, () => random())
  const tooth = (x: number, y: number): number =>
    1 +
    TOOTH *
      (noise.at((x / unit) * 260, (y / unit) * 260 + shift) + noise.at((x / unit) * 70, (y / unit) * 70))
  const speck = (x: number, y: number): number => {
    const [column, row] = [Math.floor(x / grainSize), Math.floor(y / grainSize)]
    return specks[
      (Math.imul(column, 7919) + Math.imul(row, 104_729) + (Math.imul(column ^ row, 131) << 3)) & 65_535
    ] as number
  }

  function put(x: number, y: number, [r, g, b]: Rgb, alpha: number, light: number): void {
    const at = (y * width + x) * 3
    data[at] = (data[at] as number) * (1 - alpha) + r * light * alpha
    data[at + 1] = (data[at + 1] as number) * (1 - alpha) + g * light * alpha
    data[at + 2] = (data[at + 2] as number) * (1 - alpha) + b * light * alpha
  }

  return {
    unit,
    paper(color) {
      for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) put(x, y, color, 1, tooth(x, y))
    },
    print(outlines, color, stipple) {
      const [dx, dy] = stipple === undefined ? [0, 0] : [stipple.x1 - stipple.x0, stipple.y1 - stipple.y0]
      const square = dx * dx + dy * dy + 1e-6
      pen.cover(outlines, (x, y, coverage) => {
        const dot = speck(x, y)
        const worn = dot > 0.985 ? 0.8 : 0.985
        let ink = color
        if (stipple !== undefined) {
          const t = ((x - stipple.x0) * dx + (y - stipple.y0) * dy) / square
          if (t > 0 && dot < t * t * 0.92) ink = stipple.color
        }
        put(x, y, ink, coverage * worn, 1 + (dot - 0.5) * 0.03)
      })
    },
    trim(frame, color) {
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const inside = Math.min(x + 1 - frame.left, frame.right - x, y + 1 - frame.top, frame.bottom - y)
          if (inside < 1) put(x, y, color, Math.min(1, 1 - inside), tooth(x, y))
        }
      }
    },
  }
}
