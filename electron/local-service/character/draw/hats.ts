/**
 * What is worn on the head.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Headwear } from '../design.ts'
import { BRIMMED_HATS } from './brimmed-hats.ts'
import { CAPS } from './caps.ts'
import { oval, reversed } from './curves.ts'
import { HELMETS } from './helmets.ts'
import type { Stage } from './stage.ts'
import type { DrawWorn } from './worn.ts'

const HEADWEAR: Readonly<Record<Exclude<Headwear, 'none' | 'halo'>, DrawWorn>> = {
  ...BRIMMED_HATS,
  ...CAPS,
  ...HELMETS,
}

/** Where a hat sits: the middle of the brow line and the crown, in this view. */
interface Seat {
  readonly x: number
  readonly y: number
  /** The place of the nose across, for what is on the front. */
  readonly front: number
}

function seatOf({ body }: Stage): Seat {
  const { headX, chinY, view } = body
  return { x: headX + view.across(0, -0.02), y: chinY, front: headX + view.onRound(0).shift * 0.4 }
}

/** The part behind the head: the inside of a hood, a brim's far half, a halo. */
export function drawHatBehind(stage: Stage): void {
  const { design, ink } = stage
  const { x, y } = seatOf(stage)
  const { colors } = design
  switch (design.outfit.head) {
    case 'hood':
      ink.paint(oval(x, y + 0.5, 0.56, 0.62), shift(colors.primary, -0.16), { shade: 0.04 })
      break
    case 'wide-hat':
      ink.paint(oval(x, y + 0.82, 0.82, 0.17), shift(hatColor(stage), -0.12), { shade: 0.02 })
      break
    case 'pointed-hat':
      ink.paint(oval(x, y + 0.8, 0.76, 0.16), shift(hatColor(stage), -0.12), { shade: 0.02 })
      break
    case 'halo':
      drawHalo(stage, x, y + 1.2)
      break
    default:
      break
  }
}

function hatColor({ design }: Stage): Rgb {
  const { colors, outfit } = design
  switch (outfit.head) {
    case 'wide-hat':
      return outfit.top === 'overalls' || outfit.top === 'dress'
        ? mix([0.75, 0.55, 0.25], colors.leather, 0.2)
        : colors.leather
    case 'top-hat':
      return shift(colors.primary, -0.2, 0.6)
    case 'chef-hat':
      return colors.linen
    case 'tricorn':
      return shift(colors.leather, -0.12)
    case 'beanie':
    case 'beret':
    case 'cap':
    case 'bandana':
      return colors.accent
    default:
      return colors.primary
  }
}

/** What covers the head itself. */
export function drawHatOver(stage: Stage): void {
  const { design, body, ink } = stage
  const { head } = design.outfit
  if (head === 'none' || head === 'halo') return
  const seat = seatOf(stage)
  HEADWEAR[head]({
    stage,
    ink,
    body,
    colors: design.colors,
    ...seat,
    color: hatColor(stage),
    band: design.colors.accent,
  })
}

function drawHalo({ ink }: Stage, x: number, y: number): void {
  const gold: Rgb = [0.9, 0.66, 0.16]
  ink.paint([oval(x, y, 0.34, 0.09), reversed(oval(x, y, 0.27, 0.055))], gold, { line: 0, shade: 0.012 })
}
