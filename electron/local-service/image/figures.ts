/** Subjects that a prompt can name: animals, boats, houses, balloons, each a few filled paths. */
import { hexOf, namedColor, oklch, oklchOf, type Rgb, shift } from './color.ts'
import figures from './figures.json' with { type: 'json' }
import type { Subject, SubjectKind } from './read-prompt.ts'
import { group, type Point, px, shape } from './svg.ts'

interface Figure {
  /**
   * A line for each part: its role and its path. The ground is y = 0, up is negative, about 100 units high, x = 0 is the middle;
   * all face left.
   */
  readonly parts: readonly string[]
  /** In OKLCH. */
  readonly color: readonly number[]
  /** In units of its parts. */
  readonly wide: number
  /** Where it is at home: "ground", "water" or "air". */
  readonly place: string
}

const FIGURES: Readonly<Partial<Record<SubjectKind, Figure>>> = figures

export interface NamedFigure extends Subject {
  readonly figure: Figure
}

/** The subjects that are figures at home in one of `places`; a tree or the sun is none. */
export function figuresIn(
  subjects: readonly Subject[],
  ...places: readonly string[]
): readonly NamedFigure[] {
  return subjects.flatMap((subject) => {
    const figure = FIGURES[subject.kind]
    return figure !== undefined && places.includes(figure.place) ? [{ ...subject, figure }] : []
  })
}

/** The figure standing at `foot`, `scale` pixels to a unit. `tint` is mixed in by the style, such as mist or dusk. */
export function drawFigure(
  { kind, color, figure }: NamedFigure,
  [x, y]: Point,
  scale: number,
  isMirrored: boolean,
  tint: (color: Rgb) => Rgb,
): string {
  const isOwn = color === null || (kind === 'fox' && color === 'red')
  const coat = isOwn ? oklchOf(figure.color) : namedColor(color)
  const colors: Readonly<Record<string, Rgb>> = {
    coat,
    shade: shift(coat, -0.1),
    pale: oklch(0.95, 0.02, 85),
    dim: oklch(0.84, 0.025, 80),
    dark: kind === 'bird' ? coat : oklch(0.26, 0.03, 40),
    glow: oklch(0.86, 0.14, 82),
  }
  const parts = figure.parts.map((line) => {
    const [role = ''] = line.split(' ', 1)
    return shape(line.slice(role.length + 1), hexOf(tint(colors[role] ?? coat)))
  })
  const turned = `scale(${(isMirrored ? -scale : scale).toFixed(4)} ${scale.toFixed(4)})`
  return group(parts, `transform="translate(${px(x)} ${px(y)}) ${turned}"`)
}
