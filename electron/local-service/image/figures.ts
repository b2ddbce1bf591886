/** Subjects that a prompt can name: animals, boats, houses, balloons, each a few filled paths. */
import { hexOf, oklch, oklchOf, type Rgb, shift, namedColor } from './color.ts'
import figures from './figures.json' with { type: 'json' }
import type { Subject, SubjectKind } from './read-prompt.ts'
import { group, type Point, px, shape } from './svg.ts'

/** What a part is coloured as: the main colour, the same in shade, pale, pale in shade, dark, or a window's warm light. */
type PartRole = 'coat' | 'shade' | 'pale' | 'dim' | 'dark' | 'glow'

/**
 * A shape is a line for each part: its role and its path. The ground is y = 0, up is negative, about 100 units high, x = 0 is the
 * middle; all face left.
 */
interface Figure {
  readonly parts: readonly string[]
  /** In OKLCH. */
  readonly color: readonly number[]
  /** In units of its shape. */
  readonly wide: number
  /** Where it is at home: "ground", "water" or "air". */
  readonly place: string
}

const FIGURES: Readonly<Partial<Record<SubjectKind, Figure>>> = figures

/** The figure of a subject, or undefined for one that is no figure, such as a tree or the sun. */
export function figureOf({ kind }: Subject): Figure | undefined {
  return FIGURES[kind]
}

/** The subject standing at `foot`, `scale` pixels to a unit. `tint` is mixed in by the style, such as mist or dusk. */
export function drawFigure(
  subject: Subject,
  [x, y]: Point,
  scale: number,
  isMirrored = false,
  tint: (color: Rgb) => Rgb = (color) => color,
): string {
  const figure = FIGURES[subject.kind]
  if (figure === undefined) return ''
  const own = subject.color === null || (subject.kind === 'fox' && subject.color === 'red')
  const coat = own || subject.color === null ? oklchOf(figure.color) : namedColor(subject.color)
  const colors: Readonly<Record<PartRole, Rgb>> = {
    coat,
    shade: shift(coat, -0.1),
    pale: oklch(0.95, 0.02, 85),
    dim: oklch(0.84, 0.025, 80),
    dark: subject.kind === 'bird' ? coat : oklch(0.26, 0.03, 40),
    glow: oklch(0.86, 0.14, 82),
  }
  const parts = figure.parts.map((line) => {
    const [role = ''] = line.split(' ', 1)
    return shape(line.slice(role.length + 1), hexOf(tint(colors[role as PartRole])))
  })
  const turned = isMirrored ? -scale : scale
  return group(
    parts,
    `transform="translate(${px(x)} ${px(y)}) scale(${turned.toFixed(4)} ${scale.toFixed(4)})"`,
  )
}
