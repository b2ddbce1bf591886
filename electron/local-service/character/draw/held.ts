/**
 * What those who draw held things need to know, and the materials that all of them share.
 */
import type { Rgb } from '../../paint/color.ts'
import type { Colors } from '../design.ts'
import { points, polygon, type Point } from './curves.ts'
import type { Ink } from './ink.ts'

export interface Held {
  readonly ink: Ink
  readonly colors: Colors
  /** The hand. */
  readonly x: number
  readonly y: number
  /** 1 where the hand is on the picture's right, -1 on its left: away from the body. */
  readonly out: number
  /** How far below the hand the ground is, as a negative number. */
  readonly reach: number
  /** Draws a pole through the hand, from `low` to `top` above it. */
  readonly staff: (top: number, low: number, thick: number, color?: Rgb) => void
}

export type DrawHeld = (held: Held) => void

export const WOOD: Rgb = [0.2, 0.095, 0.04]
export const GOLD: Rgb = [0.72, 0.45, 0.08]
export const GLOW: Rgb = [0.98, 0.78, 0.3]

/** A star of four points. */
export function drawSpark(ink: Ink, x: number, y: number, size: number): void {
  const star = points('1 0, 0.24 0.24, 0 1, -0.24 0.24, -1 0, -0.24 -0.24, 0 -1, 0.24 -0.24')
  ink.paint(polygon(star.map(([dx, dy]): Point => [x + dx * size, y + dy * size])), GLOW, {
    line: 0.6,
    shade: 0,
  })
}
