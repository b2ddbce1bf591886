/**
 * The small things of an ink painting: a blossoming branch, birds far away, the seal.
 */
import { ellipse, type Pen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import type { Reading } from '../read-prompt.ts'
import type { InkSheet } from './sheet.ts'
import { ink, RED, stain } from './strokes.ts'

/** A branch with blossoms or leaves, reaching in from an upper corner. */
export function drawBranch(sheet: InkSheet, pen: Pen, random: Random): void {
  const { width, height } = sheet
  const unit = Math.min(width, height)
  const right = random() < 0.5
  const grow = (x: number, y: number, angle: number, length: number, thick: number, depth: number): void => {
    const [x1, y1] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)]
    const outline = [
      x + nx * thick,
      y + ny * thick,
      x1 + nx * thick * 0.7,
      y1 + ny * thick * 0.7,
      x1 - nx * thick * 0.7,
      y1 - ny * thick * 0.7,
      x - nx * thick,
      y - ny * thick,
    ]
    ink(sheet, pen, [outline], between(random, 1.5, 2.4))
    if (depth < 3 && random() < 0.7) {
      const size = unit * between(random, 0.006, 0.013)
      for (let petal = 0; petal < 5; petal += 1) {
        const turn = (petal / 5) * 2 * Math.PI + angle
        stain(
          sheet,
          pen,
          [
            ellipse(
              x1 + Math.cos(turn) * size * 0.7,
              y1 + Math.sin(turn) * size * 0.7,
              size * 0.6,
              size * 0.5,
            ),
          ],
          RED,
          0.55,
        )
      }
    }
    if (depth === 0) return
    grow(
      x1,
      y1,
      angle + between(random, -0.28, 0.28),
      length * between(random, 0.78, 0.95),
      thick * 0.74,
      depth - 1,
    )
    if (random() < 0.6)
      grow(
        x1,
        y1,
        angle + (random() < 0.5 ? -1 : 1) * between(random, 0.5, 0.95),
        length * 0.62,
        thick * 0.5,
        depth - 1,
      )
  }
  const angle = right ? Math.PI - between(random, -0.1, 0.35) : between(random, -0.1, 0.35)
  grow(
    right ? width * 1.01 : -width * 0.01,
    height * between(random, 0.62, 0.74),
    angle - (right ? -0.35 : 0.35),
    unit * 0.1,
    unit * 0.008,
    6,
  )
}

/** A few birds in the upper sky, unless the prompt asks for birds of its own. */
export function drawBirds(sheet: InkSheet, pen: Pen, random: Random, reading: Reading): void {
  const { width, height } = sheet
  const unit = Math.min(width, height)
  const asked = reading.subjects.find(({ kind }) => kind === 'bird')
  const count = asked === undefined ? 4 : 0
  const [x, y] = [between(random, 0.4, 0.6) * width, between(random, 0.16, 0.24) * height]
  for (let bird = 0; bird < count; bird += 1) {
    const size = unit * between(random, 0.009, 0.016)
    const [bx, by] = [x + between(random, -0.12, 0.12) * unit, y + between(random, -0.05, 0.05) * unit]
    const dip = size * between(random, 0.3, 0.6)
    ink(
      sheet,
      pen,
      [
        [
          bx - size,
          by - dip,
          bx - size * 0.4,
          by - dip * 1.1,
          bx,
          by,
          bx + size * 0.5,
          by - dip * 1.3,
          bx + size,
          by - dip * 0.8,
          bx + size * 0.45,
          by - dip * 0.8,
          bx,
          by + dip * 0.35,
          bx - size * 0.45,
          by - dip * 0.65,
        ],
      ],
      1.7,
    )
  }
}

/** The red seal in a lower corner. */
export function drawSeal(sheet: InkSheet, pen: Pen, random: Random, left: boolean): void {
  const { width, height } = sheet
  const side = Math.min(width, height) * 0.046
  const [x, y] = [left ? width * 0.07 : width * 0.93 - side, height * 0.93 - side]
  stain(sheet, pen, [[x, y, x + side, y, x + side, y + side, x, y + side]], RED, 0.94)
  for (let bar = 0; bar < 7; bar += 1) {
    const upright = random() < 0.5
    const [bx, by] = [x + side * between(random, 0.16, 0.6), y + side * between(random, 0.16, 0.6)]
    const [bw, bh] = upright ? [side * 0.07, side * 0.28] : [side * 0.28, side * 0.07]
    stain(sheet, pen, [[bx, by, bx + bw, by, bx + bw, by + bh, bx, by + bh]], [0.02, 0.04, 0.06], 1)
  }
}
