/**
 * Capital letters and figures drawn as pen strokes, since no font can be counted on.
 */
import { limb, open, united, type Point } from '../draw/curves.ts'
import type { Ink } from '../draw/ink.ts'
import type { Rgb } from '../../paint/color.ts'

/**
 * Strokes on a grid 4 wide and 6 high with the base line at 0: points are pairs of digits, strokes are parted by blanks, and a
 * stroke that begins with "~" is bent smoothly through its points.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '002640 1232',
  B: '0006 ~0626363534231303 ~0323334241301000',
  C: '~4130100105163645',
  D: '0006 ~0626354441200000',
  E: '400006 4606 0333',
  F: '0006 0646 0333',
  G: '~453616050110304143 4323',
  H: '0006 4046 0343',
  I: '2026',
  J: '4642 ~4241301001',
  K: '0006 4603 0340',
  L: '060040',
  M: '0006234640',
  N: '00064046',
  O: '~10010516364541301001',
  P: '0006 ~0626363534231303',
  Q: '~10010516364541301001 2240',
  R: '0006 ~0626363534231303 1340',
  S: '~4536160514334130100101',
  T: '2026 0646',
  U: '0601 4146 ~01103041',
  V: '062046',
  W: '0610243046',
  X: '0046 0640',
  Y: '062346 2320',
  Z: '06460040',
  '0': '~10010516364541301001',
  '1': '0526 2620',
  '2': '~051636453300 0040',
  '3': '~05163645332313 ~23334130100101',
  '4': '30360242',
  '5': '4606 0604 ~04334130100101',
  '6': '~453616050110304133130202',
  '7': '064610',
  '8': '~231405163645342312011030413223',
  '9': '~0110304145361605041333444545',
  '-': '0343',
  '#': '1016 3036 0242 0444',
  '.': '2021',
  "'": '2624',
}
/** Letters that do not fill the grid. */
const NARROW: Readonly<Record<string, number>> = { I: 0.5, '.': 0.6, "'": 0.6, '1': 2.4 }
const WIDTH = 4
const GAP = 1.7
const GRID = 6

/** How wide `text` is when its letters are 1 high. */
export function widthOf(text: string): number {
  const widths = Array.from(text.toUpperCase(), (letter) =>
    letter === ' ' ? 2.4 : (NARROW[letter] ?? WIDTH) + GAP,
  )
  return (widths.reduce((sum, each) => sum + each, 0) - GAP) / GRID
}

/** Writes `text` with letters 1 unit of `ink` high, from its origin to the right; letters not known here are left out. */
export function write(ink: Ink, text: string, color: Rgb, weight = 0.075): void {
  let pen = 0
  for (const letter of text.toUpperCase()) {
    if (letter === ' ') {
      pen += 2.4
      continue
    }
    const strokes = (GLYPHS[letter] ?? plain(letter)).split(' ').filter((stroke) => stroke !== '')
    const width = NARROW[letter] ?? WIDTH
    const left = pen - (WIDTH - width) / 2
    for (const stroke of strokes) drawStroke(ink, stroke, left, color, weight)
    pen += width + GAP
  }
}

/** The letter without its accent. */
function plain(letter: string): string {
  return GLYPHS[letter.normalize('NFD').charAt(0)] ?? ''
}

function drawStroke(ink: Ink, stroke: string, left: number, color: Rgb, weight: number): void {
  const isBent = stroke.startsWith('~')
  const points = Array.from(stroke.replace('~', '').matchAll(/(\d)(\d)/gu), ([, x, y]): Point => [
    (left + Number(x)) / GRID,
    Math.min(GRID, Number(y)) / GRID,
  ])
  if (isBent) {
    const path = open(points)
    const bent: Point[] = []
    for (let index = 0; index < path.length; index += 2) bent.push([path[index] ?? 0, path[index + 1] ?? 0])
    drawPieces(ink, bent, color, weight)
  } else drawPieces(ink, points, color, weight)
}

function drawPieces(ink: Ink, points: readonly Point[], color: Rgb, weight: number): void {
  const pieces = points.slice(1).map((to, index) => limb([points[index] ?? to, to], [weight, weight]))
  ink.paint(united(pieces), color, { line: 0, shade: 0 })
}
