/**
 * Glasses, a monocle, a patch, goggles.
 */
import { shift, type Rgb } from '../../paint/color.ts'
import { oval, polygon, type Point } from './curves.ts'
import type { Stage } from './stage.ts'

const FRAME: Rgb = [0.03, 0.025, 0.03]
const GLASS: Rgb = [0.78, 0.88, 0.92]

/** Draws what the character wears before the eyes, which are at `left` and `right` and `degrees` from the nose. */
export function drawEyewear(stage: Stage, left: Point, right: Point, degrees: number): void {
  const { design, ink, body } = stage
  const { eyewear } = design.face
  if (eyewear === 'none') return
  const eyes = [left, right].map(([x, y], index) => {
    const { squash } = body.view.onRound(degrees * (index === 0 ? -1 : 1))
    return { x, y, squash: Math.max(0.5, squash) }
  })
  const [first, second] = eyes
  if (first === undefined || second === undefined) return
  switch (eyewear) {
    case 'round':
    case 'square':
      for (const eye of eyes) drawLens(ink, eye, eyewear === 'round', FRAME)
      ink.stroke(
        [
          [first.x + 0.13 * first.squash, first.y + 0.02],
          [(first.x + second.x) / 2, first.y + 0.045],
          [second.x - 0.13 * second.squash, second.y + 0.02],
        ],
        0.022,
        FRAME,
      )
      ink.stroke(
        [
          [second.x + 0.135 * second.squash, second.y + 0.02],
          [body.headX + (body.view.name === 'three-quarter' ? 0.34 : 0.43), second.y + 0.05],
        ],
        0.02,
        FRAME,
      )
      if (body.view.name === 'front')
        ink.stroke(
          [
            [first.x - 0.135, first.y + 0.02],
            [body.headX - 0.43, first.y + 0.05],
          ],
          0.02,
          FRAME,
        )
      break
    case 'monocle':
      drawLens(ink, second, true, design.colors.metal)
      ink.stroke(
        [
          [second.x + 0.1, second.y - 0.1],
          [second.x + 0.16, second.y - 0.3],
          [second.x + 0.1, second.y - 0.48],
        ],
        0.012,
        shift(design.colors.metal, -0.1),
      )
      break
    case 'patch':
      ink.stroke(
        [
          [body.headX - 0.4, first.y + 0.2],
          [first.x, first.y + 0.06],
          [body.headX + 0.42, first.y - 0.02],
        ],
        0.026,
        FRAME,
      )
      ink.paint(oval(first.x, first.y - 0.005, 0.125 * first.squash, 0.135), FRAME, {
        line: 0.5,
        shade: 0.02,
      })
      break
    case 'goggles': {
      const lift = 0.31
      ink.stroke(
        [
          [body.headX - 0.43, first.y + lift - 0.03],
          [body.headX + body.lean * -1, first.y + lift + 0.01],
          [body.headX + 0.43, first.y + lift - 0.03],
        ],
        0.075,
        design.colors.leather,
      )
      for (const { x, y, squash } of eyes) {
        ink.paint(oval(x, y + lift, 0.125 * squash, 0.115), design.colors.metal, { shade: 0.02 })
        ink.paint(oval(x, y + lift, 0.088 * squash, 0.08), GLASS, { line: 0.6, shade: 0.03 })
      }
      break
    }
  }
}

function drawLens(
  ink: Stage['ink'],
  { x, y, squash }: { x: number; y: number; squash: number },
  isRound: boolean,
  color: Rgb,
): void {
  const [wide, high] = [0.132 * squash, isRound ? 0.132 : 0.108]
  const frame = isRound ? oval(x, y, wide, high) : roundedBox(x, y, wide, high)
  ink.paint(frame, GLASS, { line: 0, shade: 0, opacity: 0.16 })
  const points: Point[] = []
  for (let index = 0; index < frame.length; index += 2)
    points.push([frame[index] ?? 0, frame[index + 1] ?? 0])
  ring(ink, points, 0.011, color)
  ink.stroke(
    [
      [x - wide * 0.5, y + high * 0.2],
      [x - wide * 0.15, y + high * 0.6],
    ],
    0.014,
    GLASS,
    0.7,
  )
}

/** A closed line of even thickness. */
function ring(ink: Stage['ink'], points: readonly Point[], half: number, color: Rgb): void {
  const middle = points.reduce<Point>(
    ([sx, sy], [x, y]) => [sx + x / points.length, sy + y / points.length],
    [0, 0],
  )
  const scaled = (by: number): readonly Point[] =>
    points.map(([x, y]) => {
      const [dx, dy] = [x - middle[0], y - middle[1]]
      const length = Math.hypot(dx, dy) || 1
      return [x + (dx / length) * by, y + (dy / length) * by]
    })
  ink.paint([polygon(scaled(half)), polygon(scaled(-half).toReversed())], color, { line: 0, shade: 0 })
}

function roundedBox(x: number, y: number, wide: number, high: number): readonly number[] {
  const corner = 0.035
  const outline: number[] = []
  for (const [sx, sy, from] of [
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
    [1, -1, 270],
  ] as const) {
    for (let step = 0; step <= 5; step += 1) {
      const angle = ((from + step * 18) * Math.PI) / 180
      outline.push(
        x + sx * (wide - corner) + Math.cos(angle) * corner,
        y + sy * (high - corner) + Math.sin(angle) * corner,
      )
    }
  }
  return outline
}
