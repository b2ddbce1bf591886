/**
 * Towers at night: walls, roofs, windows and signs.
 */
import { mix, oklch, shift, type Rgb } from '../color.ts'
import type { Pen } from '../pen.ts'
import { between, pick, type Random } from '../random.ts'
import type { CityMood } from './mood.ts'

export interface Ground {
  readonly width: number
  readonly height: number
  readonly shore: number
}

/** One row of towers; `near` 0 is the farthest: pale, tall and close together. */
export function drawRow(
  pen: Pen,
  { width, height, shore }: Ground,
  near: number,
  mood: CityMood,
  random: Random,
): void {
  let x = -0.03 * height
  const wall = mix(mix(mood.glow, mood.zenith, 0.25 + 0.65 * near), oklch(0.1, 0.02, 270), 0.2 + 0.45 * near)
  const middle = between(random, 0.3, 0.7)
  while (x < width) {
    const wide = height * between(random, 0.035, 0.075) * (0.75 + near * 0.7)
    const bulk = Math.exp(-(((x / width - middle) * 2.1) ** 2))
    const tall = height * between(random, 0.08, 0.2 + 0.32 * bulk) * (1 - near * 0.42)
    const top = shore - tall
    const tone = shift(wall, between(random, -0.02, 0.02))
    pen.draw([[x, top, x + wide, top, x + wide, shore, x, shore]], tone)
    pen.draw(
      [[x + wide * 0.72, top, x + wide, top, x + wide, shore, x + wide * 0.72, shore]],
      shift(tone, -0.03),
    )
    drawRoof(pen, x, top, wide, tone, near, mood, random)
    drawWindows(pen, { x, top, wide, shore }, near, mood, random, height)
    if (near > 0.45 && random() < 0.16)
      drawSign(pen, x + wide * between(random, 0.1, 0.7), top + tall * 0.15, wide, tall, mood, random)
    x += wide * between(random, 0.96, 1.2)
  }
}

function drawRoof(
  pen: Pen,
  x: number,
  top: number,
  wide: number,
  tone: Rgb,
  near: number,
  mood: CityMood,
  random: Random,
): void {
  const kind = random()
  const middle = x + wide / 2
  if (kind < 0.22) {
    pen.draw(
      [
        [
          middle - wide * 0.3,
          top,
          middle - wide * 0.3,
          top - wide * 0.3,
          middle + wide * 0.3,
          top - wide * 0.3,
          middle + wide * 0.3,
          top,
        ],
      ],
      tone,
    )
  } else if (kind < 0.36) {
    pen.draw([[x, top + 1, middle, top - wide * 0.9, x + wide, top + 1]], tone)
  }
  if (kind > 0.2 && kind < 0.5) {
    const tip = top - wide * between(random, 0.7, 1.5)
    pen.line(middle, top, middle, tip, wide * 0.05, wide * 0.02, tone)
    pen.disc(
      middle,
      tip,
      Math.max(0.8, wide * 0.035 * (0.6 + near)),
      mix(mood.accents[0], [1, 0.1, 0.08], 0.7),
      0.95,
    )
  }
}

function drawWindows(
  pen: Pen,
  tower: { readonly x: number; readonly top: number; readonly wide: number; readonly shore: number },
  near: number,
  mood: CityMood,
  random: Random,
  height: number,
): void {
  const pane = height * (0.0032 + 0.0034 * near)
  const [stepX, stepY] = [pane * between(random, 1.7, 2.3), pane * between(random, 1.9, 2.7)]
  const lit = between(random, 0.16, 0.5) * (0.6 + near * 0.4)
  const tint =
    random() < 0.16
      ? pick(random, mood.accents)
      : oklch(0.85, between(random, 0.06, 0.13), between(random, 62, 92))
  for (let y = tower.top + pane * 2; y < tower.shore - pane * 2; y += stepY) {
    const busy = random() < 0.1 ? 0.95 : lit
    for (let x = tower.x + pane * 1.2; x < tower.x + tower.wide - pane * 1.6; x += stepX) {
      if (random() > busy) continue
      const color = shift(tint, between(random, -0.2, 0.06))
      pen.draw([[x, y, x + pane, y, x + pane, y + pane * 1.35, x, y + pane * 1.35]], color, 0.35 + 0.6 * near)
    }
  }
}

function drawSign(
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  mood: CityMood,
  random: Random,
): void {
  const color = pick(random, mood.accents)
  const [w, h] = [wide * 0.22, Math.min(tall * 0.5, wide * between(random, 0.9, 2.2))]
  pen.draw([[x, y, x + w, y, x + w, y + h, x, y + h]], mix(color, [0, 0, 0], 0.55))
  const marks = Math.max(2, Math.floor(h / (w * 1.1)))
  for (let mark = 0; mark < marks; mark += 1) {
    const top = y + (h * (mark + 0.16)) / marks
    const size = (h / marks) * 0.66
    pen.draw(
      [[x + w * 0.2, top, x + w * 0.8, top, x + w * 0.8, top + size * 0.24, x + w * 0.2, top + size * 0.24]],
      color,
    )
    pen.draw(
      [
        [
          x + w * (0.2 + 0.4 * random()),
          top,
          x + w * 0.62,
          top,
          x + w * 0.62,
          top + size,
          x + w * 0.44,
          top + size,
        ],
      ],
      color,
    )
  }
}
