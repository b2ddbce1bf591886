/**
 * An abstract poster: a grid of quarter rounds, arches, rings, stripes and dots, some of them two squares wide.
 */
import { mix, shift, type Rgb } from '../color.ts'
import type { Palette } from '../palette.ts'
import { ellipse, type Outline } from '../pen.ts'
import type { Frame, Press } from './press.ts'
import { pick, type Random } from '../random.ts'

interface Tile {
  readonly x: number
  readonly y: number
  readonly side: number
  readonly back: Rgb
  readonly front: Rgb
  readonly third: Rgb
}

/** Fills `frame` with tiles. */
export function drawTiles(press: Press, frame: Frame, palette: Palette, random: Random): void {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const across =
    width < height ? pick(random, [4, 5, 6]) : Math.round((pick(random, [4, 5, 6]) * width) / height)
  const side = width / across
  const down = Math.ceil(height / side)
  const used = new Set<string>()
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      if (used.has(`${column},${row}`)) continue
      const roomy = column + 1 < across && row + 1 < down && !used.has(`${column + 1},${row}`)
      const span = roomy && random() < 0.24 ? 2 : 1
      for (let j = 0; j < span; j += 1) for (let i = 0; i < span; i += 1) used.add(`${column + i},${row + j}`)
      const colors = chooseThree(palette, random)
      drawTile(
        press,
        { x: frame.left + column * side, y: frame.top + row * side, side: side * span, ...colors },
        random,
      )
    }
  }
}

function chooseThree({ inks, ground }: Palette, random: Random): Pick<Tile, 'back' | 'front' | 'third'> {
  const pool = [ground, ...inks]
  const back = pick(random, [ground, ground, ...inks])
  const others = pool.filter((color) => color !== back)
  const front = others[Math.floor(random() * others.length)] ?? inks[0]
  const rest = others.filter((color) => color !== front)
  return { back, front, third: rest[Math.floor(random() * rest.length)] ?? ground }
}

function drawTile(press: Press, tile: Tile, random: Random): void {
  const { x, y, side, back, front, third } = tile
  const square = [x, y, x + side, y, x + side, y + side, x, y + side]
  press.print([square], back, shade(tile, back, random))
  const clip = (outline: Outline): Outline =>
    outline.map((value, at) => (at % 2 === 0 ? clampTo(value, x, x + side) : clampTo(value, y, y + side)))
  const [right, low] = [random() < 0.5, random() < 0.5]
  const [cx, cy] = [x + (right ? side : 0), y + (low ? side : 0)]
  const round = (radius: number, color: Rgb): void => {
    press.print([clip(ellipse(cx, cy, radius, radius))], color, shade(tile, color, random))
  }
  const kind = Math.floor(random() * 8)
  if (kind === 0 || kind === 1) {
    round(side, front)
    if (random() < 0.6) round(side * 0.5, third)
  } else if (kind === 2) {
    for (const [step, color] of [front, back, third, back].entries()) round(side * (1 - step * 0.25), color)
  } else if (kind === 3) {
    const half = ellipse(x + side / 2, cy, side / 2, side / 2)
    press.print([clip(half)], front, shade(tile, front, random))
    if (random() < 0.5) press.print([clip(ellipse(x + side / 2, cy, side / 4, side / 4))], third)
  } else if (kind === 4) {
    const corner = [cx, cy, x + (right ? 0 : side), cy, cx, y + (low ? 0 : side)]
    press.print([corner], front, shade(tile, front, random))
  } else if (kind === 5) {
    const middle = ellipse(x + side / 2, y + side / 2, side * 0.38, side * 0.38)
    press.print([middle], front, shade(tile, front, random))
    if (random() < 0.5) press.print([ellipse(x + side / 2, y + side / 2, side * 0.16, side * 0.16)], third)
  } else if (kind === 6) {
    const bars = 4
    for (let bar = 0; bar < bars; bar += 1) {
      const from = (side * (bar + 0.25)) / bars
      const thick = (side * 0.5) / bars
      const outline = right
        ? [x, y + from, x + side, y + from, x + side, y + from + thick, x, y + from + thick]
        : [x + from, y, x + from + thick, y, x + from + thick, y + side, x + from, y + side]
      press.print([outline], bar === 1 && low ? third : front)
    }
  } else {
    const dots = 4
    for (let dot = 0; dot < dots * dots; dot += 1) {
      const [i, j] = [dot % dots, Math.floor(dot / dots)]
      press.print(
        [ellipse(x + ((i + 0.5) * side) / dots, y + ((j + 0.5) * side) / dots, side * 0.075, side * 0.075)],
        front,
      )
    }
  }
}

function shade(
  { x, y, side }: Tile,
  color: Rgb,
  random: Random,
): { x0: number; y0: number; x1: number; y1: number; color: Rgb } {
  const [across, down] = [random() < 0.5, random() < 0.5]
  return {
    x0: across ? x : x + side,
    y0: down ? y : y + side,
    x1: across ? x + side * 1.1 : x - side * 0.1,
    y1: down ? y + side * 1.1 : y - side * 0.1,
    color: mix(shift(color, -0.14), [0.02, 0.01, 0.06], 0.12),
  }
}

function clampTo(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
