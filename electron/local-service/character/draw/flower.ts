/**
 * A flower of five petals.
 */
import type { Rgb } from '../../paint/color.ts'
import { oval } from './curves.ts'
import type { Ink } from './ink.ts'

export function drawFlower(ink: Ink, x: number, y: number, size: number, color: Rgb): void {
  for (let petal = 0; petal < 5; petal += 1) {
    const angle = (petal / 5) * 2 * Math.PI + 0.3
    ink.paint(
      oval(x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6, size * 0.5, size * 0.5),
      color,
      { line: 0.5, shade: 0 },
    )
  }
  ink.paint(oval(x, y, size * 0.4, size * 0.4), [0.85, 0.6, 0.12], { line: 0, shade: 0 })
}
