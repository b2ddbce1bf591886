/**
 * Subjects that a prompt can name: animals, boats, houses, balloons, each a few filled paths.
 */
import { hexOf, oklch, shift, type Rgb } from './color.ts'
import { namedColor } from './palette.ts'
import type { Subject } from './read-prompt.ts'
import { group, px, shape, type Point } from './svg.ts'
import type { SubjectKind } from './vocabulary.ts'

/**
 * What a part is coloured as: the main colour, the same in shade, pale, pale in shade, dark, or a window's warm light.
 *
 * A shape is a line for each part: its role and its path. The ground is y = 0, up is negative, about 100 units high, x = 0 is the
 * middle; all look left.
 */
type PartRole = 'coat' | 'shade' | 'pale' | 'dim' | 'dark' | 'glow'

/** Standing, head a little raised, brush held low. Also serves as a wolf in other colours. */
const FOX = `
dark M-44 -44 L-30 -44 C-32 -30 -36 -18 -36 -3 L-34 0 L-46 0 L-45 -5 C-44 -18 -46 -30 -44 -44 Z
shade M26 -56 C38 -60 46 -52 46 -40 C44 -32 38 -28 39 -20 L37 -3 L38 0 L27 0 L28 -5 C30 -14 28 -22 24 -30 Z
coat M46 -64 C58 -72 74 -66 86 -54 C98 -42 112 -34 128 -18 C114 -12 96 -14 80 -22 C64 -30 54 -42 46 -52 Z
pale M128 -18 C120 -14 110 -13 100 -14 C103 -19 103 -22 101 -25 C106 -26 106 -29 105 -34 C113 -29 121 -24 128 -18 Z
coat M-97 -70 C-90 -76 -84 -80 -79 -87 C-78 -96 -76 -104 -72 -111 C-66 -105 -63 -99 -61 -93 C-56 -90 -52 -86 -49 -81 C-43 -74 -35 -69 -24 -67 C-6 -64 14 -69 32 -69 C44 -69 52 -64 54 -55 C56 -46 54 -40 50 -34 C46 -28 47 -22 50 -14 L50 -3 L52 0 L40 0 L40 -6 C36 -16 30 -24 24 -30 C8 -33 -14 -32 -30 -34 C-40 -36 -50 -36 -55 -38 C-62 -42 -66 -50 -66 -58 C-72 -62 -80 -62 -88 -63 C-93 -64 -97 -66 -97 -70 Z
shade M-61 -93 C-60 -99 -58 -105 -54 -109 C-50 -103 -48 -95 -49 -86 C-52 -90 -56 -92 -61 -93 Z
dark M-74 -97 C-74 -102 -73 -106 -72 -109 C-69 -106 -67 -102 -66 -98 C-69 -97 -71 -97 -74 -97 Z
pale M-96 -68 C-88 -71 -80 -72 -74 -71 C-70 -67 -64 -66 -58 -70 C-52 -60 -50 -48 -52 -37 C-60 -40 -66 -48 -66 -58 C-72 -62 -80 -62 -88 -63 C-92 -64 -95 -65 -96 -68 Z
dark M-58 -44 C-54 -38 -46 -36 -42 -40 C-42 -28 -47 -16 -47 -4 L-46 0 L-60 0 L-59 -4 C-55 -8 -56 -30 -58 -44 Z
dark M43 -22 C45 -18 47 -16 50 -14 L50 -3 L52 0 L39 0 L40 -6 C39 -12 37 -16 35 -20 Z
dark M-99 -71 C-98 -74 -94 -75 -92 -73 C-92 -70 -95 -68 -97 -68 C-99 -68 -100 -70 -99 -71 Z
dark M-80 -80 C-79 -83 -75 -83 -74 -80 C-75 -78 -79 -78 -80 -80 Z`

/** Sitting, tail around its feet. */
const CAT = `
coat M34 -10 C52 -8 62 -18 60 -34 C59 -42 66 -44 68 -36 C72 -14 58 2 34 0 Z
coat M-38 -78 C-40 -86 -40 -96 -38 -104 C-33 -100 -29 -96 -26 -92 C-20 -94 -14 -94 -9 -92 C-6 -97 -2 -101 3 -104 C5 -95 5 -86 3 -78 C6 -68 14 -60 24 -50 C38 -36 46 -20 42 -6 C41 -1 36 0 30 0 L-28 0 L-29 -5 L-22 -7 C-24 -24 -26 -40 -26 -54 C-34 -58 -40 -66 -38 -78 Z
pale M-24 -56 C-16 -52 -10 -54 -6 -58 C-6 -44 -10 -30 -16 -20 C-22 -30 -25 -44 -24 -56 Z
dark M-31 -78 C-30 -82 -25 -82 -24 -78 C-26 -76 -29 -76 -31 -78 Z
dark M-12 -78 C-11 -82 -6 -82 -5 -78 C-7 -76 -10 -76 -12 -78 Z
dark M-21 -71 L-15 -71 L-18 -67 Z
shade M14 -4 C8 -16 12 -30 24 -36 C32 -28 36 -14 34 -2 Z`

/** Standing with antlers. */
const DEER = `
shade M-20 -50 L-10 -50 C-13 -36 -14 -24 -13 -12 L-12 0 L-18 0 L-19 -14 C-20 -26 -22 -38 -20 -50 Z
shade M30 -52 L42 -54 C42 -40 36 -32 36 -22 L34 0 L28 0 L29 -22 C28 -32 28 -42 30 -52 Z
coat M-62 -88 C-58 -92 -52 -96 -46 -98 L-38 -99 C-33 -96 -32 -90 -33 -84 C-30 -76 -24 -70 -14 -67 C4 -64 24 -70 38 -68 C48 -66 52 -58 50 -48 C50 -40 45 -34 46 -24 L46 0 L39 0 L38 -24 C34 -32 28 -38 22 -42 C6 -40 -12 -40 -22 -43 C-24 -34 -25 -26 -24 -14 L-23 0 L-30 0 L-31 -14 C-34 -28 -40 -44 -42 -58 C-44 -68 -45 -76 -46 -82 C-52 -82 -58 -82 -62 -84 Z
pale M46 -64 C52 -62 54 -54 51 -48 C47 -52 45 -58 46 -64 Z
shade M-36 -98 C-32 -103 -26 -105 -21 -104 C-23 -98 -28 -94 -33 -93 Z
dark M-44 -97 C-52 -106 -58 -114 -58 -126 C-55 -118 -51 -113 -48 -110 C-50 -118 -49 -126 -46 -134 C-45 -126 -44 -118 -42 -110 C-41 -105 -40 -101 -39 -98 Z
dark M-40 -98 C-36 -108 -28 -112 -22 -122 C-23 -114 -27 -109 -30 -107 C-24 -109 -18 -112 -13 -118 C-15 -109 -23 -104 -30 -102 C-34 -100 -36 -99 -37 -97 Z
dark M-48 -92 C-47 -94 -44 -94 -43 -92 C-44 -90 -47 -90 -48 -92 Z`

/** Flying, wings up, seen from far. */
const BIRD = `
dark M-60 -22 C-44 -40 -22 -36 -4 -12 C10 -38 34 -46 60 -30 C38 -30 20 -20 8 -2 C5 3 -2 4 -7 -1 C-18 -18 -36 -28 -60 -22 Z`
/** A small boat under two sails; the water line is y = 0. */
const BOAT = `
dark M-3 -104 L1 -104 L1 -14 L-3 -14 Z
pale M4 -100 C30 -74 42 -46 46 -20 C32 -24 18 -24 4 -22 Z
dim M-6 -94 C-16 -66 -28 -42 -42 -22 C-30 -25 -18 -25 -6 -23 Z
coat M-50 -14 L52 -14 C48 -6 42 -1 34 2 L-30 2 C-40 0 -46 -6 -50 -14 Z
dark M-40 -4 C-20 -1 20 -1 44 -4 C41 -1 38 1 34 2 L-30 2 C-34 1 -37 -1 -40 -4 Z`

/** A cottage with a lit window and a chimney. */
const HOUSE = `
dark M14 -112 L27 -112 L27 -80 L14 -80 Z
pale M-46 -54 L46 -54 L46 2 L-46 2 Z
dim M12 -54 L46 -54 L46 2 L12 2 Z
coat M-58 -50 L-34 -92 L34 -92 L58 -50 Z
glow M-34 -38 L-16 -38 L-16 -18 L-34 -18 Z
glow M20 -38 L38 -38 L38 -18 L20 -18 Z
dark M-10 -34 L6 -34 L6 2 L-10 2 Z`

/** A hot-air balloon; y = 0 is the basket's floor. */
const BALLOON = `
dark M-8 -12 L8 -12 L7 0 L-7 0 Z
dark M-9 -28 L-8 -28 L-6 -12 L-7 -12 Z M8 -28 L9 -28 L7 -12 L6 -12 Z
coat M-10 -27 C-24 -42 -38 -54 -38 -74 C-38 -96 -20 -112 0 -112 C20 -112 38 -96 38 -74 C38 -54 24 -42 10 -27 Z
pale M-5 -27 C-14 -44 -20 -56 -20 -74 C-20 -94 -10 -110 0 -112 C10 -110 20 -94 20 -74 C20 -56 14 -44 5 -27 Z
coat M-2 -27 C-4 -44 -6 -56 -6 -74 C-6 -94 -3 -110 0 -112 C3 -110 6 -94 6 -74 C6 -56 4 -44 2 -27 Z
shade M10 -27 C20 -42 28 -54 29 -74 C29 -92 20 -106 8 -111 C26 -108 38 -94 38 -74 C38 -54 24 -42 10 -27 Z`

/** A tower with a lamp. */
const LIGHTHOUSE = `
pale M-16 0 L-10 -96 L10 -96 L16 0 Z
coat M-15 -16 L-13.5 -40 L13.5 -40 L15 -16 Z M-12.4 -58 L-11 -80 L11 -80 L12.4 -58 Z
dark M-14 -96 L14 -96 L14 -101 L-14 -101 Z
glow M-8 -101 L8 -101 L8 -116 L-8 -116 Z
coat M-11 -116 L0 -128 L11 -116 Z`

interface Figure {
  readonly parts: string
  readonly color: Rgb
  /** In units of its shape. */
  readonly wide: number
  /** Where it is at home. */
  readonly place: 'ground' | 'water' | 'air'
}

const FIGURES: Readonly<Partial<Record<SubjectKind, Figure>>> = {
  fox: { parts: FOX, color: oklch(0.62, 0.19, 40), wide: 240, place: 'ground' },
  wolf: { parts: FOX, color: oklch(0.52, 0.025, 250), wide: 240, place: 'ground' },
  cat: { parts: CAT, color: oklch(0.4, 0.03, 60), wide: 130, place: 'ground' },
  deer: { parts: DEER, color: oklch(0.52, 0.1, 55), wide: 130, place: 'ground' },
  bird: { parts: BIRD, color: oklch(0.3, 0.04, 265), wide: 130, place: 'air' },
  boat: { parts: BOAT, color: oklch(0.5, 0.16, 28), wide: 115, place: 'water' },
  house: { parts: HOUSE, color: oklch(0.54, 0.16, 32), wide: 125, place: 'ground' },
  lighthouse: { parts: LIGHTHOUSE, color: oklch(0.55, 0.19, 28), wide: 60, place: 'ground' },
  balloon: { parts: BALLOON, color: oklch(0.6, 0.2, 30), wide: 95, place: 'air' },
}

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
  const coat = own || subject.color === null ? figure.color : namedColor(subject.color)
  const colors: Readonly<Record<PartRole, Rgb>> = {
    coat,
    shade: shift(coat, -0.1),
    pale: oklch(0.95, 0.02, 85),
    dim: oklch(0.84, 0.025, 80),
    dark: subject.kind === 'bird' ? coat : oklch(0.26, 0.03, 40),
    glow: oklch(0.86, 0.14, 82),
  }
  const parts = figure.parts
    .trim()
    .split('\n')
    .map((line) => {
      const [role = ''] = line.split(' ', 1)
      return shape(line.slice(role.length + 1), hexOf(tint(colors[role as PartRole])))
    })
  const turned = isMirrored ? -scale : scale
  return group(
    parts,
    `transform="translate(${px(x)} ${px(y)}) scale(${turned.toFixed(4)} ${scale.toFixed(4)})"`,
  )
}
