/**
 * How much room a figure needs, so that no hat and no spear leaves the paper.
 */
import type { Design, Headwear, Prop } from '../design.ts'
import { bodyOf, heightOf } from '../draw/body.ts'

/** Room above the head, in heads. */
const HATS: Readonly<Partial<Record<Headwear, number>>> = {
  'pointed-hat': 0.82,
  'top-hat': 0.6,
  'chef-hat': 0.6,
  helm: 0.46,
  'horned-helm': 0.32,
  horns: 0.42,
  'wide-hat': 0.34,
  halo: 0.36,
  bubble: 0.3,
  crown: 0.3,
  beanie: 0.4,
}
const HAIR = 0.24
/** How high some things reach above the hand that holds them. */
const PROPS: Readonly<Partial<Record<Prop, number>>> = {
  staff: 1.62,
  spear: 1.9,
  balloon: 2.42,
  flag: 1.68,
  broom: 1.18,
}

/** Room above the head for hat, hair and ears, in heads. */
export function roomAbove({ animal, outfit }: Design): number {
  const ears =
    animal === null || outfit.head === 'hood'
      ? 0
      : animal === 'rabbit'
        ? 0.64
        : animal === 'deer'
          ? 0.52
          : 0.32
  return Math.max(HATS[outfit.head] ?? HAIR, ears)
}

/** The whole figure with what it wears and holds: height and width in heads. */
export function roomFor(design: Design): { readonly tall: number; readonly wide: number } {
  const hand = Math.min(...bodyOf(design, 'front').arms.map(({ wrist }) => wrist[1]))
  const tall = Math.max(heightOf(design) + roomAbove(design), hand + (PROPS[design.outfit.prop] ?? 0))
  const wings = design.outfit.back.endsWith('wings') ? 2.9 : 0
  const tail = design.animal === null ? 0 : 2.5
  const props = design.outfit.prop === 'flag' ? 3 : 0
  return { tall, wide: Math.max(2.15 * (design.build === 'broad' ? 1.15 : 1), wings, tail, props) }
}
