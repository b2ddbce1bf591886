/**
 * Paints the parts of a figure in one of the styles: fill, shade, texture and line.
 *
 * Owns how paint looks. What the parts are is the business of those who draw with it.
 */
import type { Canvas } from '../../paint/canvas.ts'
import { mix, shift, toOklab, type Rgb } from '../../paint/color.ts'
import type { Noise } from '../../paint/noise.ts'
import { createPen, type Outline } from '../../paint/pen.ts'
import { grow, limb, moved, type Point } from './curves.ts'

export const CHARACTER_STYLES = ['gouache', 'line', 'pixel'] as const
export type CharacterStyle = (typeof CHARACTER_STYLES)[number]

export interface Look {
  /** How deep the shade on the side away from the light is, in heads; 0 for a flat part. */
  readonly shade?: number
  /** Thickness of the line around the part against the usual one; 0 for none. */
  readonly line?: number
  /** How much darker the shade is than the part, 0 to 1. */
  readonly depth?: number
  /** 1 lets everything show, less lets what is below shine through. */
  readonly opacity?: number
}

export interface Ink {
  readonly style: CharacterStyle
  /** Fills outlines in heads with paint and draws a line around each. */
  paint(outlines: Outline | readonly Outline[], color: Rgb, look?: Look): void
  /** A free line through `points`, `width` heads thick in the middle, thinner at its ends. */
  stroke(points: readonly Point[], width: number, color: Rgb, opacity?: number): void
  /** The same ink with another origin and scale: `x`, `y` in pixels of the canvas, `scale` in pixels per head. */
  at(x: number, y: number, scale: number): Ink
}

/** The light comes from the upper left. */
const TO_LIGHT: Point = [-0.78, 0.62]
/** Thickness of the line around parts, in heads. */
const LINE = 0.016
/** In pixels per head: up to here the line grows with the figure. */
const USUAL_SCALE = 110
/** A power of two. */
const GRAIN_SIDE = 256
const BLACK: Rgb = [0.012, 0.011, 0.016]

interface Surface {
  readonly canvas: Canvas
  readonly style: CharacterStyle
  /** How thick the paint lies, around 1, or null for even paint. */
  readonly grain: Float32Array | null
  readonly pen: ReturnType<typeof createPen>
  /** Which pixels of the part at hand are lit, 0 to 1. */
  readonly lit: Float32Array
}

/** Ink on `canvas`, whose origin is its lower left corner. */
export function createInk(canvas: Canvas, style: CharacterStyle, noise: Noise): Ink {
  const lit = new Float32Array(canvas.width * canvas.height)
  const grain = style === 'gouache' ? makeGrain(noise) : null
  const surface = { canvas, style, grain, pen: createPen(canvas), lit }
  return inkAt(surface, 0, canvas.height, 1)
}

function inkAt(surface: Surface, originX: number, originY: number, scale: number): Ink {
  const { pen, style } = surface
  const toPixels = (outline: Outline): Outline =>
    outline.map((value, index) => (index % 2 === 0 ? originX + value * scale : originY - value * scale))
  // Large figures are drawn with a pen that is not as much larger as they are.
  const fineness = (USUAL_SCALE / Math.max(USUAL_SCALE, scale)) ** 0.4
  const least = style === 'pixel' ? 0.8 / scale : 0.55 / scale

  return {
    style,
    at: (x, y, next) => inkAt(surface, x, y, next),
    paint(given, color, { shade = 0.05, line = 1, depth = 1, opacity = 1 } = {}) {
      const outlines = (
        typeof given[0] === 'number' ? [given as Outline] : (given as readonly Outline[])
      ).filter((outline) => outline.length >= 6)
      const width = (style === 'line' ? LINE * 1.25 : LINE) * fineness
      if (line > 0) {
        const grown = outlines.map((outline) => toPixels(grow(outline, Math.max(least, width * line))))
        if (style === 'pixel') paintPart(surface, grown, [], lineColor(color, style), 0, opacity, scale)
        else pen.draw(grown, lineColor(color, style), opacity)
      }
      const parts = outlines.map(toPixels)
      const away = outlines.map((outline) =>
        toPixels(moved(outline, TO_LIGHT[0] * shade, TO_LIGHT[1] * shade)),
      )
      paintPart(surface, parts, away, color, shade > 0 ? depth : 0, opacity, scale)
    },
    stroke(points, width, color, opacity = 1) {
      const half = Math.max(least * 0.8, width / 2)
      const outline = limb(points, [half * 0.45, half, half, half * 0.45])
      if (style === 'pixel') paintPart(surface, [toPixels(outline)], [], color, 0, opacity, scale)
      else pen.draw([toPixels(outline)], style === 'line' ? mix(color, BLACK, 0.5) : color, opacity)
    },
  }
}

/** Drawn once and looked up, since it would cost more than the paint. */
function makeGrain(noise: Noise): Float32Array {
  return Float32Array.from({ length: GRAIN_SIDE * GRAIN_SIDE }, (_, at) => {
    const [x, y] = [at % GRAIN_SIDE, Math.floor(at / GRAIN_SIDE)]
    return 1 + 0.085 * noise.fbm(x / 23 + 7, y / 17, 3)
  })
}

/** Goes back and forth over the grain, so that it has no seams. */
function fold(place: number): number {
  const turned = place & (2 * GRAIN_SIDE - 1)
  return turned < GRAIN_SIDE ? turned : 2 * GRAIN_SIDE - 1 - turned
}

/** Ink drawings are tinted, not painted: all but the darkest colours are thinned with white. */
function tint(color: Rgb): Rgb {
  const [lightness] = toOklab(color)
  const thinned = Math.min(1, Math.max(0, (lightness - 0.16) / 0.2))
  return mix(color, [0.93, 0.91, 0.86], 0.68 * thinned)
}

/** The line around a part: nearly black in its own hue. */
function lineColor(color: Rgb, style: CharacterStyle): Rgb {
  return style === 'line' ? BLACK : mix(shift(color, -0.32, 0.95), BLACK, 0.28)
}

function paintPart(
  { canvas, style, grain, pen, lit }: Surface,
  parts: readonly Outline[],
  away: readonly Outline[],
  color: Rgb,
  depth: number,
  opacity: number,
  scale: number,
): void {
  const { width, data } = canvas
  if (depth > 0) pen.cover(away, (x, y, coverage) => (lit[y * width + x] = coverage))
  const flat = style === 'line' ? tint(color) : color
  const dark = style === 'line' ? mix(flat, BLACK, 0.28) : shift(color, -0.115 * depth, 1.06, -7)
  const hatch = Math.max(4, scale * 0.05)
  const isHard = style === 'pixel'
  pen.cover(parts, (x, y, coverage) => {
    const place = y * width + x
    const light = depth > 0 ? (lit[place] as number) : 1
    let shade = 1 - light
    if (style === 'line') shade *= (x + y) % hatch < hatch * 0.42 ? 1 : 0.12
    const texture = grain === null ? 1 : (grain[fold(y) * GRAIN_SIDE + fold(x)] as number)
    const alpha = (isHard ? (coverage < 0.5 ? 0 : 1) : coverage) * opacity
    for (let part = 0; part < 3; part += 1) {
      const value = ((flat[part] as number) * (1 - shade) + (dark[part] as number) * shade) * texture
      data[place * 3 + part] = (data[place * 3 + part] as number) * (1 - alpha) + value * alpha
    }
  })
  if (depth > 0) pen.cover(away, (x, y) => (lit[y * width + x] = 0))
}
