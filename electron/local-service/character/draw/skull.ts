/**
 * The outline of a head.
 */
import { closed, symmetric, type Point } from './curves.ts'
import type { Stage } from './stage.ts'

/** The outline of head and jaw. */
export function skull({ design, body }: Stage): readonly number[] {
  const { headX, chinY, view } = body
  const round = design.age === 'child' ? 0.03 : design.isFeminine ? 0 : -0.005
  const isSquare = design.build === 'broad' || (!design.isFeminine && design.age === 'adult')
  const jaw = isSquare && design.species !== 'beast' ? 0.045 : 0
  const wide = design.species === 'beast' ? 0.035 : 0
  const place = ([x, y]: Point): Point => [headX + x, chinY + y]
  if (view.name === 'three-quarter') {
    const points: Point[] = [
      [0.02, 1],
      [-0.24, 0.965],
      [-0.39, 0.8],
      [-0.405, 0.6],
      [-0.385, 0.48],
      [-0.4 - round - wide, 0.34],
      [-0.35 - round - wide, 0.16],
      [-0.23 - jaw / 2, 0.025],
      [-0.1, -0.012],
      [0.06 + jaw / 2, 0.02],
      [0.24 + jaw, 0.14],
      [0.37 + wide, 0.33],
      [0.44, 0.55],
      [0.41, 0.8],
      [0.27, 0.965],
    ]
    return closed(points.map(place))
  }
  const half: Point[] = [
    [0, 1],
    [0.25, 0.965],
    [0.405, 0.8],
    [0.435, 0.56],
    [0.415 + round + wide, 0.34],
    [0.32 + round + jaw + wide, 0.135],
    [0.15 + jaw, 0.005],
    [0, -0.014],
  ]
  return symmetricAt(half, headX, chinY)
}

function symmetricAt(half: readonly Point[], x: number, y: number): readonly number[] {
  return symmetric(half).map((value, index) => value + (index % 2 === 0 ? x : y))
}
