/**
 * What a hand holds.
 */
import type { Prop } from '../design.ts'
import type { Arm } from './body.ts'
import { limb, type Point } from './curves.ts'
import { WOOD, type DrawHeld } from './held.ts'
import { KEEPSAKES } from './keepsakes.ts'
import type { Stage } from './stage.ts'
import { TOOLS } from './tools.ts'
import { WEAPONS } from './weapons.ts'

const PROPS: Readonly<Record<Exclude<Prop, 'none'>, DrawHeld>> = { ...WEAPONS, ...TOOLS, ...KEEPSAKES }

/** Draws what is held at the hand, before the hand itself. */
export function drawProp({ design, ink }: Stage, [x, y]: Point, { side: out }: Arm): void {
  const { prop } = design.outfit
  if (prop === 'none') return
  PROPS[prop]({
    ink,
    colors: design.colors,
    x,
    y,
    out,
    reach: 0.04 - y,
    staff(top, low, thick, color = WOOD) {
      const spine: readonly Point[] = [
        [x - out * 0.01, y + low],
        [x + out * 0.02, y],
        [x + out * 0.05, y + top],
      ]
      ink.paint(limb(spine, [thick, thick * 0.95, thick * 0.85]), color, { shade: 0.018 })
    },
  })
}
