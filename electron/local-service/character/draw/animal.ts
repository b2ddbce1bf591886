/**
 * Ears, muzzles and tails of animals, for beasts and for those who have only the ears and the tail.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Animal } from '../design.ts'
import { closed, limb, oval, type Point, points } from './curves.ts'
import type { Stage } from './stage.ts'

const PALE: Rgb = [0.86, 0.82, 0.74]
const NOSE: Rgb = [0.03, 0.022, 0.025]
const PINK: Rgb = [0.72, 0.34, 0.33]

interface Ear {
  /** Where it stands on the head: across and above the chin. */
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly high: number
  /** How far the tip leans outward. */
  readonly lean: number
  readonly shape: 'pointed' | 'round' | 'long' | 'floppy' | 'leaf'
}

const EARS: Readonly<Record<Animal, Ear>> = {
  fox: { x: 0.3, y: 0.86, wide: 0.17, high: 0.4, lean: 0.1, shape: 'pointed' },
  wolf: { x: 0.29, y: 0.88, wide: 0.15, high: 0.33, lean: 0.05, shape: 'pointed' },
  cat: { x: 0.29, y: 0.86, wide: 0.16, high: 0.29, lean: 0.07, shape: 'pointed' },
  rabbit: { x: 0.17, y: 0.92, wide: 0.1, high: 0.66, lean: 0.08, shape: 'long' },
  bear: { x: 0.33, y: 0.94, wide: 0.13, high: 0.14, lean: 0, shape: 'round' },
  mouse: { x: 0.37, y: 0.95, wide: 0.2, high: 0.21, lean: 0, shape: 'round' },
  dog: { x: 0.36, y: 0.84, wide: 0.15, high: -0.42, lean: 0.12, shape: 'floppy' },
  deer: { x: 0.4, y: 0.74, wide: 0.09, high: 0.14, lean: 0.26, shape: 'leaf' },
}

/** The colour of ears and tail: that of the coat, or of the hair for those who are no beasts. */
function coatOf({ design }: Stage): Rgb {
  return design.species === 'beast' ? design.colors.skin : design.colors.hair
}

export function drawAnimalEars(stage: Stage): void {
  const { design, body, ink } = stage
  if (design.animal === null) return
  const ear = EARS[design.animal]
  const coat = coatOf(stage)
  const inner =
    design.animal === 'fox' || design.animal === 'wolf' ? mix(PALE, coat, 0.25) : mix(PINK, coat, 0.35)
  for (const own of [-1, 1]) {
    const x = body.headX + body.view.across(own * ear.x, -0.02)
    const y = body.chinY + ear.y
    const side = body.view.isBack ? -own : own
    ink.paint(earShape(ear, x, y, side, 1), coat, { shade: 0.04 })
    if (!body.view.isBack && ear.shape !== 'floppy')
      ink.paint(earShape(ear, x + side * 0.01, y + 0.015, side, 0.62), inner, { line: 0, shade: 0.02 })
    if (design.animal === 'fox' && ear.high > 0) drawTip(stage, ear, x, y, side)
    if (design.animal === 'deer') drawAntler(stage, own)
  }
}

function earShape(
  { wide, high, lean, shape }: Ear,
  x: number,
  y: number,
  side: number,
  scale: number,
): readonly number[] {
  const [w, h] = [wide * scale, high * scale]
  const tip: Point = [x + side * lean * scale, y + h]
  switch (shape) {
    case 'pointed':
      return closed([
        [x - side * w, y - 0.06],
        [x - side * w * 0.55, y + h * 0.55],
        tip,
        tip,
        [x + side * w * 0.95, y + h * 0.4],
        [x + side * w, y - 0.16],
      ])
    case 'round':
      return oval(x, y + h * 0.3, w, Math.abs(h))
    case 'long':
      return limb([[x, y - 0.06], [x + side * lean * 0.3, y + h * 0.5], tip], [w * 0.75, w, w * 0.55])
    case 'leaf':
      return limb(
        [
          [x, y],
          [x + side * lean * scale * 0.6, y + h * 0.75],
          [x + side * lean * scale, y + h * 0.8],
        ],
        [w * 0.4, w, w * 0.15],
      )
    case 'floppy':
      return limb(
        [
          [x - side * 0.05, y + 0.06],
          [x + side * lean, y],
          [x + side * (lean + 0.03), y + h],
        ],
        [w * 0.6, w, w * 0.75],
      )
  }
}

function drawTip({ ink }: Stage, { wide, high, lean }: Ear, x: number, y: number, side: number): void {
  const tip: Point = [x + side * lean, y + high]
  ink.paint(
    closed([
      [x - side * wide * 0.3 + side * lean * 0.5, y + high * 0.68],
      tip,
      tip,
      [x + side * wide * 0.62 + side * lean * 0.3, y + high * 0.62],
    ]),
    [0.05, 0.035, 0.035],
    { line: 0, shade: 0 },
  )
}

function drawAntler({ body, ink, design }: Stage, own: number): void {
  const x = body.headX + body.view.across(own * 0.17, -0.02)
  const y = body.chinY + 0.95
  const side = body.view.isBack ? -own : own
  const color = mix(design.colors.leather, PALE, 0.45)
  ink.paint(limb(points('0 0, 0.13 0.25, 0.08 0.52', x, y, side), [0.035, 0.032, 0.014]), color, {
    shade: 0.02,
  })
  ink.paint(
    limb(
      [
        [x + side * 0.11, y + 0.22],
        [x + side * 0.28, y + 0.38],
      ],
      [0.027, 0.01],
    ),
    color,
    { shade: 0.02 },
  )
}

/** The pale part of a beast's face, with its nose. */
export function drawMuzzle({ design, body, ink }: Stage): void {
  const { animal, colors } = design
  if (animal === null) return
  const x = body.headX + body.view.onRound(0).shift * 0.4
  const y = body.chinY
  const pale =
    animal === 'bear' || animal === 'mouse' || animal === 'deer'
      ? mix(colors.skin, PALE, 0.5)
      : mix(colors.skin, PALE, 0.82)
  const squeeze = body.view.name === 'three-quarter' ? 0.74 : 1
  if (animal === 'fox' || animal === 'wolf' || animal === 'cat' || animal === 'dog') {
    ink.paint(
      closed([
        [x, y + 0.37],
        [x + 0.16 * squeeze, y + 0.3],
        [x + 0.33 * squeeze, y + 0.24],
        [x + 0.25 * squeeze, y + 0.08],
        [x, y + 0.0],
        [x - 0.25 * squeeze, y + 0.08],
        [x - 0.33 * squeeze, y + 0.24],
        [x - 0.16 * squeeze, y + 0.3],
      ]),
      pale,
      { line: 0, shade: 0.03 },
    )
  } else {
    ink.paint(oval(x, y + 0.19, 0.2 * squeeze, 0.15), pale, { line: 0, shade: 0.03 })
  }
  const nose = animal === 'rabbit' || animal === 'mouse' || animal === 'cat' ? mix(PINK, NOSE, 0.25) : NOSE
  ink.paint(
    closed([
      [x - 0.062 * squeeze, y + 0.305],
      [x, y + 0.322],
      [x + 0.062 * squeeze, y + 0.305],
      [x + 0.02, y + 0.256],
      [x - 0.02, y + 0.256],
    ]),
    nose,
    { line: 0.5, shade: 0 },
  )
  ink.stroke(
    [
      [x, y + 0.26],
      [x, y + 0.18],
    ],
    0.014,
    NOSE,
    0.8,
  )
  if (animal === 'cat' || animal === 'mouse' || animal === 'rabbit') {
    for (const side of [-1, 1]) {
      for (const [dy, ey] of [
        [0.02, 0.045],
        [-0.01, -0.025],
      ] as const) {
        ink.stroke(
          [
            [x + side * 0.16 * squeeze, y + 0.21 + dy],
            [x + side * 0.42 * squeeze, y + 0.21 + ey],
          ],
          0.009,
          PALE,
          0.9,
        )
      }
    }
  }
}

/** Drawn behind the body, or over it from the back. */
export function drawTail(stage: Stage): void {
  const { design, body, ink } = stage
  const { animal } = design
  if (animal === null) return
  const coat = coatOf(stage)
  const x = body.view.across(0, -0.24)
  const y = body.hipY - 0.02
  const side = body.view.isBack ? 1 : -1
  const way = body.view.name === 'three-quarter' ? 1 : -side
  switch (animal) {
    case 'fox':
    case 'wolf': {
      const spine: readonly Point[] = points('0 0, 0.42 -0.3, 0.74 0.12, 0.7 0.52', x, y, way)
      ink.paint(limb(spine, [0.07, 0.17, 0.24, 0.02]), coat, { shade: 0.07 })
      const end: Point = [x + way * 0.7, y + 0.53]
      ink.paint(
        closed([
          [x + way * 0.52, y + 0.29],
          [x + way * 0.66, y + 0.33],
          [x + way * 0.78, y + 0.25],
          [x + way * 0.92, y + 0.29],
          [x + way * 0.86, y + 0.42],
          end,
          end,
          [x + way * 0.58, y + 0.42],
        ]),
        animal === 'fox' ? PALE : shift(coat, 0.18),
        { line: 0, shade: 0.04 },
      )
      break
    }
    case 'cat':
      ink.paint(
        limb(
          points('0 0, 0.4 -0.25, 0.6 0.15, 0.5 0.5, 0.66 0.62', x, y, way),
          [0.06, 0.062, 0.06, 0.055, 0.045],
        ),
        coat,
        { shade: 0.03 },
      )
      break
    case 'mouse':
      ink.paint(
        limb(points('0 0, 0.4 -0.45, 0.7 -0.5, 0.85 -0.25', x, y, way), [0.04, 0.032, 0.025, 0.012]),
        mix(PINK, coat, 0.35),
        { shade: 0.02 },
      )
      break
    case 'dog':
      ink.paint(limb(points('0 0, 0.34 0.05, 0.46 0.34', x, y, way), [0.07, 0.085, 0.03]), coat, {
        shade: 0.03,
      })
      break
    case 'rabbit':
    case 'bear':
    case 'deer':
      ink.paint(
        oval(x + way * (body.view.isBack ? 0 : 0.22), y + 0.02, 0.12, 0.12),
        animal === 'bear' ? coat : mix(coat, PALE, 0.6),
        { shade: 0.03 },
      )
      break
  }
}
