/**
 * Falling rain, in three depths.
 */
import type { Frame } from '../frame.ts'
import { between, type Random } from '../../paint/random.ts'
import { streak, wrap, type Ink } from './particles.ts'

export interface Rain {
  /** Draws the moment `seconds`; `aside` (shares of the shorter side) moves near drops more than far ones. */
  draw(frame: Frame, seconds: number, color: Ink, aside: number): void
}

/** `count` drops on the whole frame, falling `slant` to the side for each step down. */
export function createRain(random: Random, count: number, slant: number): Rain {
  const drops = Array.from({ length: Math.round(count) }, () => ({
    x: random(),
    y: random(),
    /** 0 (far) to 1 (near). */
    near: random() ** 2,
    opacity: between(random, 0.16, 0.42),
  }))
  return {
    draw(frame, seconds, color, aside) {
      const { width, height } = frame
      const unit = Math.min(width, height)
      for (const { x, y, near, opacity } of drops) {
        const length = unit * (0.03 + 0.085 * near)
        const speed = unit * (1.15 + 1.5 * near)
        const rows = height + length * 2
        const columns = width + length * 2
        const way = y * rows + seconds * speed
        const fallen = wrap(way, rows)
        /** Each fall starts somewhere else, so that the eye finds no pattern. */
        const start = x + Math.floor(way / rows) * 0.618 - (aside * unit * near) / columns
        const left = wrap(start * columns + slant * fallen, columns) - length
        const breadth = unit * (0.0009 + 0.0016 * near)
        streak(
          frame,
          left - slant * length,
          fallen - length * 2,
          slant * length,
          length,
          breadth,
          color,
          opacity,
        )
      }
    },
  }
}
