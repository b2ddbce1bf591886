/**
 * The colours that can be seen on a character, by what they are on.
 */
import type { Rgb } from '../../paint/color.ts'
import type { ColorRole, Design } from '../design.ts'

export interface ShownColor {
  readonly role: ColorRole
  /** What a reader calls it: "fur" for a beast's skin, and so on. */
  readonly label: string
  readonly color: Rgb
}

/** In the order in which they are listed everywhere. */
export function shownColors({ colors, species, hair, face, outfit }: Design): readonly ShownColor[] {
  const hasHair = species !== 'robot' && species !== 'beast' && (hair !== 'bald' || face.beard !== 'none')
  const hasMetal =
    species === 'robot' ||
    outfit.top === 'plate' ||
    outfit.top === 'suit' ||
    ['sword', 'axe', 'hammer', 'spear', 'wrench'].includes(outfit.prop)
  const labels: readonly (readonly [ColorRole, string, boolean])[] = [
    ['skin', species === 'beast' ? 'fur' : 'skin', species !== 'robot'],
    ['hair', 'hair', hasHair],
    ['eyes', species === 'robot' ? 'lights' : 'eyes', true],
    ['primary', 'main', true],
    ['secondary', 'second', species !== 'robot'],
    ['accent', 'accent', true],
    ['leather', 'leather', species !== 'robot'],
    ['metal', 'metal', hasMetal],
    ['linen', 'linen', !hasMetal],
  ]
  return labels
    .filter(([, , isShown]) => isShown)
    .map(([role, label]) => ({ role, label, color: colors[role] }))
}
