/**
 * From where a figure is seen: turns places on the body into places on the picture.
 *
 * The body is turned about its upright axis. `x` is across (positive is the picture's right when seen from the front), `z` is
 * forward, both in heads.
 */

export const VIEW_NAMES = ['front', 'three-quarter', 'back'] as const
export type ViewName = (typeof VIEW_NAMES)[number]

export interface View {
  readonly name: ViewName
  readonly isBack: boolean
  /** Where the place appears, from the body's axis. */
  across(x: number, z: number): number
  /** How near it is to the one who looks: positive in front of the axis. */
  near(x: number, z: number): number
  /** Half the width of a body that is `wide` from the front and `deep` from the side. */
  half(wide: number, deep: number): number
  /** A point on a round body: `shift` from the axis (-1 to 1) and `squash`, which is 0 or less when it is turned away. */
  onRound(degrees: number): { readonly shift: number; readonly squash: number }
}

/** In degrees. The three-quarter view looks to the picture's left. */
const TURNS: Readonly<Record<ViewName, number>> = { front: 0, 'three-quarter': 36, back: 180 }

export function viewFrom(name: ViewName): View {
  const turn = (TURNS[name] * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return {
    name,
    isBack: name === 'back',
    across: (x, z) => x * cos - z * sin,
    near: (x, z) => x * sin + z * cos,
    half: (wide, deep) => Math.hypot(wide * cos, deep * sin),
    onRound(degrees) {
      const angle = (degrees * Math.PI) / 180 - turn
      return { shift: Math.sin(angle), squash: Math.cos(angle) }
    },
  }
}
