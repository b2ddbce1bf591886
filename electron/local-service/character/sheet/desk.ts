/**
 * What every picture of a character is drawn with.
 */
import { createCanvas, type Canvas } from '../../paint/canvas.ts'
import type { Rgb } from '../../paint/color.ts'
import { createNoise, type Noise } from '../../paint/noise.ts'
import { createPen, type Outline } from '../../paint/pen.ts'
import { createRandom } from '../../paint/random.ts'
import type { Design } from '../design.ts'
import { createInk, type CharacterStyle, type Ink } from '../draw/ink.ts'
import type { Box } from './layout.ts'
import { layPaper, tintsFor, type Tints } from './paper.ts'

export interface PictureWish {
  readonly style: CharacterStyle
  readonly design: Design
  readonly name: string
  /** Such as "knight". */
  readonly title: string
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly seed: number
}

export interface Desk {
  readonly wish: PictureWish
  readonly canvas: Canvas
  readonly ink: Ink
  readonly noise: Noise
  readonly tints: Tints
}

/** A sheet of paper of the wished size. */
export function setUpDesk(wish: PictureWish): Desk {
  const { style, design, width, height, seed } = wish
  const canvas = createCanvas(width, height)
  const noise = createNoise(createRandom('character paper', seed))
  const tints = tintsFor(design.colors, style)
  layPaper(canvas, tints.paper, style, noise)
  return { wish, canvas, noise, tints, ink: createInk(canvas, style, noise) }
}

/** Draws with `draw` on paper of its own, `color`, and pastes that into `box` with round corners and a thin frame. */
export function drawCard(
  { canvas, noise, wish, tints }: Desk,
  box: Box,
  color: Rgb,
  draw: (ink: Ink, width: number, height: number) => void,
): void {
  const [width, height] = [Math.round(box.width), Math.round(box.height)]
  const card = createCanvas(width, height)
  layPaper(card, color, wish.style, noise)
  draw(createInk(card, wish.style, noise), width, height)
  const [left, top] = [Math.round(box.left), Math.round(box.top)]
  const frame = Math.max(1, height * 0.012)
  const corner = height * 0.12
  const pen = createPen(canvas)
  pen.draw(
    [rounded(left - frame, top - frame, width + 2 * frame, height + 2 * frame, corner + frame)],
    tints.ink,
    0.85,
  )
  pen.cover([rounded(left, top, width, height, corner)], (x, y, coverage) => {
    const from =
      (Math.min(height - 1, Math.max(0, y - top)) * width + Math.min(width - 1, Math.max(0, x - left))) * 3
    const to = (y * canvas.width + x) * 3
    for (let part = 0; part < 3; part += 1) {
      canvas.data[to + part] =
        (canvas.data[to + part] as number) * (1 - coverage) + (card.data[from + part] as number) * coverage
    }
  })
}

/** A box with round corners, in pixels. */
export function rounded(left: number, top: number, width: number, height: number, corner: number): Outline {
  const outline: number[] = []
  const corners = [
    [left + width - corner, top + height - corner, 0],
    [left + corner, top + height - corner, 90],
    [left + corner, top + corner, 180],
    [left + width - corner, top + corner, 270],
  ] as const
  for (const [x, y, from] of corners) {
    for (let step = 0; step <= 8; step += 1) {
      const angle = ((from + step * 11.25) * Math.PI) / 180
      outline.push(x + Math.cos(angle) * corner, y + Math.sin(angle) * corner)
    }
  }
  return outline
}
