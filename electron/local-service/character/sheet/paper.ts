/**
 * What figures stand on: paper in the character's colours, washes of paint, shadows on the ground.
 */
import type { Canvas } from '../../paint/canvas.ts'
import { mix, oklch, shift, toOklab, type Rgb } from '../../paint/color.ts'
import type { Noise } from '../../paint/noise.ts'
import type { Colors } from '../design.ts'
import { oval, closed, type Point } from '../draw/curves.ts'
import type { CharacterStyle, Ink } from '../draw/ink.ts'

export interface Tints {
  readonly paper: Rgb
  readonly wash: Rgb
  readonly ink: Rgb
}

/** Paper, a wash for what lies behind a figure, and a colour to write with. */
export function tintsFor({ primary, accent }: Colors, style: CharacterStyle): Tints {
  if (style === 'line')
    return { paper: oklch(0.965, 0.012, 90), wash: oklch(0.925, 0.014, 90), ink: oklch(0.2, 0.01, 280) }
  const [, a, b] = toOklab(primary)
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  const chroma = Math.hypot(a, b) < 0.02 ? 0.006 : 0.03
  return {
    paper: mix(oklch(0.945, 0.022, 84), oklch(0.94, chroma, hue), 0.3),
    wash: mix(oklch(0.87, chroma * 1.5, hue), mix(accent, oklch(0.9, 0.03, 85), 0.62), 0.38),
    ink: shift(oklch(0.3, 0.03, hue), 0),
  }
}

/** Covers the canvas with paper; its fibres show where the style has any texture. */
export function layPaper(canvas: Canvas, color: Rgb, style: CharacterStyle, noise: Noise): void {
  const { width, height, data } = canvas
  const scale = 500 / Math.max(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fibre =
        style === 'pixel'
          ? 1
          : 1 + 0.022 * noise.at(x * 0.21, y * 0.17) + 0.03 * noise.at(x * scale * 0.02, y * scale * 0.02)
      const at = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) data[at + part] = (color[part] as number) * fibre
    }
  }
}

/** A loose patch of paint around the origin of `ink`: half as `wide` and as `high` as given, in its units. */
export function drawWash(
  ink: Ink,
  wide: number,
  high: number,
  color: Rgb,
  noise: Noise,
  place: number,
): void {
  const points: Point[] = []
  const count = 22
  for (let index = 0; index < count; index += 1) {
    const angle = (index / count) * 2 * Math.PI
    const reach = 1 + 0.09 * noise.at(place + Math.cos(angle) * 1.7, Math.sin(angle) * 1.7)
    // Squarer than an oval, as a brush leaves it.
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const square = 1 / (Math.abs(cos) ** 3.2 + Math.abs(sin) ** 3.2) ** (1 / 3.2)
    points.push([cos * wide * reach * square, sin * high * reach * square])
  }
  ink.paint(closed(points), color, { line: 0, shade: 0 })
}

/** The shadow of someone who stands on the origin. */
export function drawShadow(ink: Ink, wide: number, tints: Tints): void {
  ink.paint(oval(0.08, 0.02, wide, 0.115), shift(tints.wash, -0.14), { line: 0, shade: 0, opacity: 0.75 })
}
