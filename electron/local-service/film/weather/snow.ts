/**
 * Falling snow: flakes that sink, sway and drift with the wind.
 */
import type { Frame } from '../frame.ts'
import { between, type Random } from '../../paint/random.ts'
import { dot, wrap, type Ink } from './particles.ts'

export interface Snow {
  draw(frame: Frame, seconds: number, color: Ink, aside: number): void
}

/** `count` flakes on the whole frame; `wind` in shorter sides a second, to the right. */
export function createSnow(random: Random, count: number, wind: number): Snow {
  const flakes = Array.from({ length: Math.round(count) }, () => ({
    x: random(),
    y: random(),
    near: random() ** 3.2,
    turn: random() * 2 * Math.PI,
    pace: between(random, 0.5, 1.3),
    opacity: between(random, 0.5, 0.95),
  }))
  return {
    draw(frame, seconds, color, aside) {
      const { width, height } = frame
      const unit = Math.min(width, height)
      for (const { x, y, near, turn, pace, opacity } of flakes) {
        const radius = unit * (0.0016 + 0.0062 * near)
        const fall = unit * (0.07 + 0.2 * near) * pace
        const field = height + radius * 4
        const py = wrap(y * field + seconds * fall, field) - radius * 2
        const swing = Math.sin(seconds * pace * 1.7 + turn) * unit * (0.006 + 0.016 * near)
        const drift = seconds * wind * unit * (0.35 + near) + aside * unit * (0.3 + near)
        const px = wrap(x * (width + radius * 4) + drift, width + radius * 4) - radius * 2 + swing
        dot(frame, px, py, radius, color, opacity * (1 - near * 0.4))
      }
    },
  }
}
