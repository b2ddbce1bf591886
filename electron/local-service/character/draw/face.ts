/**
 * The face: eyes, brows, nose, mouth, cheeks, in five expressions.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Expression } from '../design.ts'
import { closed, oval, type Point, points } from './curves.ts'
import { drawEyewear } from './eyewear.ts'
import { drawMouth } from './mouth.ts'
import type { Stage } from './stage.ts'

const WHITE: Rgb = [0.93, 0.92, 0.9]
const DARK: Rgb = [0.022, 0.017, 0.022]
/** Where the eyes sit on the round of the head, in degrees, and how round it is there. */
const EYE_DEGREES = 27
const ROUND = 0.385
const EYE_Y = 0.41

interface Mood {
  /** How far the eyes are open; 0 draws a closed, smiling arc. */
  readonly open: number
  /** How far the brows are raised, and how far their inner ends are pulled down (or up, when negative). */
  readonly raise: number
  readonly frown: number
}

const MOODS: Readonly<Record<Expression, Mood>> = {
  content: { open: 1, raise: 0, frown: 0 },
  happy: { open: 0, raise: 0.035, frown: 0 },
  sad: { open: 0.8, raise: 0.02, frown: -0.07 },
  angry: { open: 0.78, raise: -0.03, frown: 0.075 },
  surprised: { open: 1.18, raise: 0.075, frown: -0.01 },
}

export function drawFace(stage: Stage): void {
  const { design, body, ink, expression } = stage
  const { skin } = design.colors
  const blush =
    design.species === 'human' || design.species === 'elf'
      ? shift(skin, -0.055, 1.55, -14)
      : shift(skin, -0.05, 1.2)
  const at = (degrees: number, y: number): Point & { readonly squash?: number } => {
    const { shift: across } = body.view.onRound(degrees)
    return [body.headX + across * ROUND, body.chinY + y]
  }
  for (const own of [-1, 1]) {
    const { squash } = body.view.onRound(own * 41)
    if (squash < 0.15) continue
    const [x, y] = at(own * 41, 0.235)
    ink.paint(oval(x, y, 0.068 * squash + 0.012, 0.042), blush, {
      line: 0,
      shade: 0,
      opacity: design.species === 'beast' ? 0.25 : 0.5,
    })
    if (design.face.hasFreckles) drawFreckles(stage, x, y + 0.02, squash)
  }
  if (design.age === 'old') drawWrinkles(stage, at)
  for (const own of [-1, 1] as const) {
    const { squash } = body.view.onRound(own * EYE_DEGREES)
    const [x, y] = at(own * EYE_DEGREES, EYE_Y)
    drawEye(stage, x, y, own, Math.max(0.45, squash))
    drawBrow(stage, x, y, own, Math.max(0.5, squash))
  }
  if (design.species !== 'beast') drawNose(stage, at(0, 0.29))
  drawMouth(stage, at(0, 0.155), expression)
  if (design.face.hasScar) {
    const [x, y] = at(EYE_DEGREES + 2, EYE_Y)
    ink.stroke(points('0.05 0.17, 0.01 -0.02, -0.02 -0.16', x, y), 0.016, shift(skin, -0.13, 1.3, -10))
  }
  drawEyewear(stage, at(-EYE_DEGREES, EYE_Y), at(EYE_DEGREES, EYE_Y), EYE_DEGREES)
}

function drawEye(
  { design, ink, expression }: Stage,
  x: number,
  y: number,
  own: 1 | -1,
  squash: number,
): void {
  const { open, frown } = MOODS[expression]
  const size = design.face.eyeSize * (design.age === 'child' ? 1.14 : design.age === 'old' ? 0.86 : 1)
  const [wide, high] = [0.078 * squash * size, 0.108 * size * (open === 0 ? 1 : open)]
  if (open === 0) {
    ink.stroke(
      [
        [x - wide, y - 0.03],
        [x - wide * 0.5, y + 0.032],
        [x + wide * 0.5, y + 0.032],
        [x + wide, y - 0.03],
      ],
      0.026,
      DARK,
    )
    return
  }
  const { eyes, skin } = design.colors
  const white = design.species === 'beast' ? mix(WHITE, skin, 0.06) : WHITE
  ink.paint(oval(x, y, wide, high), white, { line: 0.55, shade: 0 })
  const gaze = x - 0.1 * wide
  const iris = Math.min(high * 0.86, 0.088 * size)
  ink.paint(oval(gaze, y - high * 0.06, wide * 0.78, iris), shift(eyes, -0.09), { line: 0.35, shade: 0 })
  ink.paint(oval(gaze, y - high * 0.28, wide * 0.6, iris * 0.58), shift(eyes, 0.1, 1.05), {
    line: 0,
    shade: 0,
  })
  ink.paint(oval(gaze, y - high * 0.02, wide * 0.42, iris * 0.56), DARK, { line: 0, shade: 0 })
  ink.paint(oval(gaze - wide * 0.3, y + high * 0.33, wide * 0.27, high * 0.21), WHITE, { line: 0, shade: 0 })
  ink.paint(oval(gaze + wide * 0.28, y - high * 0.36, wide * 0.13, high * 0.1), WHITE, {
    line: 0,
    shade: 0,
    opacity: 0.8,
  })
  const inner = x - own * wide
  const outer = x + own * wide
  const drop = (amount: number): number => y + high * (0.98 - amount)
  const lid = Math.max(0, frown) * 6
  const lift = Math.max(0, -frown) * 5
  if (lid + lift > 0.05) {
    const [innerY, outerY] = [drop(lid * 1.3), drop(lift * 1.1 + 0.06)]
    const over = y + high * 1.35
    ink.paint(
      closed([
        [inner - own * 0.02, over],
        [inner - own * 0.02, over],
        [outer + own * 0.02, over],
        [outer + own * 0.02, over],
        [outer + own * 0.02, outerY],
        [outer + own * 0.02, outerY],
        [inner - own * 0.02, innerY],
        [inner - own * 0.02, innerY],
      ]),
      skin,
      { line: 0, shade: 0 },
    )
    ink.stroke(
      [
        [inner - own * 0.01, innerY],
        [x, (innerY + outerY) / 2 + 0.01],
        [outer + own * 0.015, outerY],
      ],
      0.028,
      DARK,
    )
  } else {
    const top = y + high
    ink.stroke(
      [
        [inner, y + high * 0.42],
        [x - own * wide * 0.3, top * 1 + 0.002],
        [x + own * wide * 0.55, y + high * 0.86],
        [outer + own * 0.02, y + high * 0.34],
      ],
      0.03,
      DARK,
    )
  }
  if (design.face.hasLashes) {
    ink.stroke(
      [
        [outer - own * 0.012, y + high * 0.5],
        [outer + own * 0.045, y + high * 0.72],
      ],
      0.022,
      DARK,
    )
    ink.stroke(
      [
        [outer, y + high * 0.25],
        [outer + own * 0.045, y + high * 0.36],
      ],
      0.018,
      DARK,
    )
  }
}

function drawBrow(
  { design, ink, expression }: Stage,
  x: number,
  y: number,
  own: 1 | -1,
  squash: number,
): void {
  const { raise, frown } = MOODS[expression]
  const heavy = design.isFeminine || design.age === 'child' ? 0.026 : 0.042
  const color =
    design.species === 'beast'
      ? shift(design.colors.skin, -0.2)
      : design.hair === 'bald'
        ? DARK
        : shift(design.colors.hair, -0.1)
  const wide = 0.095 * squash
  const top = y + 0.178 + raise
  ink.stroke(
    [
      [x - own * wide * 0.95, top - 0.012 - frown],
      [x + own * wide * 0.1, top + 0.028 - frown * 0.2],
      [x + own * wide * 1.1, top - 0.018 + frown * 0.35],
    ],
    heavy,
    color,
  )
}

function drawNose({ design, body, ink }: Stage, [x, y]: Point): void {
  const color = shift(design.colors.skin, -0.13, 1.25, -8)
  const long = design.age === 'child' ? 0.02 : design.species === 'goblin' ? 0.06 : 0.034
  if (body.view.name === 'three-quarter') {
    ink.stroke(
      [
        [x + 0.03, y + long * 1.6],
        [x - 0.035, y - 0.008],
        [x + 0.012, y - 0.022],
      ],
      0.018,
      color,
    )
    return
  }
  ink.stroke(points('-0.024 0.002, -0.004 -0.018, 0.022 0.002', x, y), 0.02, color)
  if (design.age !== 'child' && !design.isFeminine)
    ink.stroke(
      [
        [x + 0.02, y + long * 2.2],
        [x + 0.026, y + 0.014],
      ],
      0.012,
      color,
      0.6,
    )
}

function drawFreckles({ design, ink }: Stage, x: number, y: number, squash: number): void {
  const color = shift(design.colors.skin, -0.16, 1.4, -6)
  for (const [dx, dy] of points(
    '-0.045 0.012, -0.01 0.026, 0.028 0.01, -0.025 -0.016, 0.01 -0.01, 0.045 -0.006',
  )) {
    ink.paint(oval(x + dx * squash, y + dy, 0.0085, 0.0085), color, { line: 0, shade: 0, opacity: 0.75 })
  }
}

function drawWrinkles({ design, ink }: Stage, at: (degrees: number, y: number) => Point): void {
  const color = shift(design.colors.skin, -0.11, 1.15, -6)
  for (const own of [-1, 1]) {
    const [x, y] = at(own * EYE_DEGREES, EYE_Y - 0.13)
    ink.stroke(points('-0.05 0, 0 -0.014, 0.05 0', x, y), 0.012, color, 0.8)
    const [cx, cy] = at(own * 20, 0.235)
    ink.stroke(points('0 0.03, 0.03 -0.03, 0.028 -0.08', cx, cy, own), 0.013, color, 0.8)
  }
  const [fx, fy] = at(0, 0.66)
  ink.stroke(points('-0.1 0, 0 0.012, 0.1 0', fx, fy), 0.011, color, 0.6)
}
