/**
 * The prompt's main subject as one large figure in the middle, for the styles that have no landscape to put it in.
 */
import { oklch, shift, type Rgb } from './color.ts'
import { namedColor } from './named-colors.ts'
import { ellipse, type Outline } from './pen.ts'
import type { Reading } from './read-prompt.ts'
import { BIRD, CAT, DEER, FOX } from './shapes/animals.ts'
import { placeShape, type PartRole, type Shape } from './shapes/shape.ts'
import { BALLOON, BOAT, HOUSE } from './shapes/things.ts'
import type { SubjectKind } from './vocabulary.ts'

export interface EmblemPart {
  readonly color: Rgb
  readonly outlines: readonly Outline[]
}

const SHAPES: Readonly<
  Partial<Record<SubjectKind, { readonly shape: Shape; readonly color: Rgb; readonly wide: number }>>
> = {
  fox: { shape: FOX, color: oklch(0.62, 0.19, 40), wide: 240 },
  wolf: { shape: FOX, color: oklch(0.52, 0.025, 250), wide: 240 },
  cat: { shape: CAT, color: oklch(0.4, 0.03, 60), wide: 130 },
  deer: { shape: DEER, color: oklch(0.52, 0.1, 55), wide: 130 },
  bird: { shape: BIRD, color: oklch(0.3, 0.04, 265), wide: 130 },
  boat: { shape: BOAT, color: oklch(0.5, 0.16, 28), wide: 115 },
  house: { shape: HOUSE, color: oklch(0.54, 0.16, 32), wide: 125 },
  balloon: { shape: BALLOON, color: oklch(0.6, 0.2, 30), wide: 95 },
}

/**
 * The first subject of `reading` that has a shape, up to three of it side by side, standing on `ground` (a share of the
 * height), or null.
 */
export function placeEmblem(
  reading: Reading,
  width: number,
  height: number,
  ground: number,
): readonly EmblemPart[] | null {
  for (const { kind, count, color } of reading.subjects) {
    const entry = SHAPES[kind]
    if (entry === undefined) continue
    const shown = Math.min(3, count)
    const coat = color === null || (kind === 'fox' && color === 'red') ? entry.color : namedColor(color)
    const scale = Math.min((height * 0.42) / 110, (width * 0.74) / (entry.wide * shown))
    const colors: Readonly<Record<PartRole, Rgb>> = {
      coat,
      shade: shift(coat, -0.1),
      pale: oklch(0.95, 0.02, 85),
      dim: oklch(0.84, 0.025, 80),
      dark: kind === 'bird' ? coat : oklch(0.26, 0.03, 40),
      glow: oklch(0.86, 0.14, 82),
    }
    return Array.from({ length: shown }, (_, index) => {
      const x = width / 2 + (index - (shown - 1) / 2) * scale * entry.wide * 1.08
      const y = kind === 'bird' ? height * 0.36 : height * ground
      return placeShape(entry.shape, { x, y, scale, mirrored: index % 2 === 1 })
    })
      .flat()
      .map(({ role, outlines }) => ({ color: colors[role], outlines }))
  }
  return null
}

/** A disc for a sun or moon where the prompt names one or tells the time. */
export function placeDisc(
  reading: Reading,
  width: number,
  height: number,
): {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly outline: Outline
  readonly moon: boolean
} {
  const moon = reading.time === 'night' || reading.subjects.some(({ kind }) => kind === 'moon')
  const radius = Math.min(width, height) * (moon ? 0.15 : 0.2)
  const [x, y] = [width * (moon ? 0.66 : 0.5), height * (moon ? 0.25 : 0.36)]
  return { x, y, radius, outline: ellipse(x, y, radius, radius), moon }
}
