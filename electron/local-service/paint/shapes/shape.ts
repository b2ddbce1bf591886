/**
 * A drawn subject: filled parts on top of each other, in a box of its own.
 */
import { placeOutlines, readPath, type Placement } from '../path.ts'
import type { Outline } from '../pen.ts'

/** What a part is coloured as: the main colour, the same in shade, pale, pale in shade, dark, or a window's warm light. */
export type PartRole = 'coat' | 'shade' | 'pale' | 'dim' | 'dark' | 'glow'

export interface Shape {
  /** Units: the ground is y = 0, up is negative, about 100 high, x = 0 in the middle, looking left. */
  readonly parts: readonly { readonly role: PartRole; readonly path: string }[]
}

/** The parts of `shape` in their place, in drawing order. */
export function placeShape(
  shape: Shape,
  place: Placement,
): readonly { readonly role: PartRole; readonly outlines: readonly Outline[] }[] {
  return shape.parts.map(({ role, path }) => ({ role, outlines: placeOutlines(readPath(path), place) }))
}
