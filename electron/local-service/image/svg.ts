/**
 * Small pieces of SVG: numbers, paths, gradients and blurs.
 *
 * Owns the markup alone. What is drawn where is decided by the styles.
 */
import { hexOf, type Rgb } from './color.ts'

export type Point = readonly [x: number, y: number]

/** A colour of a gradient, with its opacity where it is not 1. Stops are spread evenly. */
type Stop = Rgb | readonly [color: Rgb, opacity: number]

/** Gradients and filters of one image. Each call returns what `fill` or `filter` has to say. */
export interface Defs {
  /** Down from `top` to `bottom`, in pixels. */
  linear(top: number, bottom: number, ...stops: readonly Stop[]): string
  radial(center: Point, radius: number, ...stops: readonly Stop[]): string
  /** A Gaussian blur with this deviation in pixels. */
  blur(deviation: number): string
  /** Frays edges by up to `reach` pixels; `size` is the size of the tatters. */
  fray(reach: number, size: number, seed: number): string
  markup(): string
}

/** No definitions yet. */
export function createDefs(): Defs {
  const entries: string[] = []
  const add = (write: (id: string) => string): string => {
    const id = `d${entries.length}`
    entries.push(write(id))
    return `url(#${id})`
  }
  const region = 'x="-20%" y="-20%" width="140%" height="140%"'
  return {
    linear: (top, bottom, ...stops) =>
      add(
        (id) =>
          `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${px(top)}" x2="0" y2="${px(bottom)}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: ([x, y], radius, ...stops) =>
      add(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}">${stopsOf(stops)}</radialGradient>`,
      ),
    blur: (deviation) =>
      add((id) => `<filter id="${id}" ${region}><feGaussianBlur stdDeviation="${px(deviation)}"/></filter>`),
    fray: (reach, size, seed) =>
      add(
        (id) =>
          `<filter id="${id}" ${region}><feTurbulence type="fractalNoise" baseFrequency="${(1 / size).toFixed(4)}" numOctaves="3" seed="${seed % 10_000}"/><feDisplacementMap in="SourceGraphic" scale="${px(reach)}" xChannelSelector="R" yChannelSelector="G"/></filter>`,
      ),
    markup: () => `<defs>${entries.join('')}</defs>`,
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const [color, opacity] = stop.length === 2 ? stop : ([stop, 1] as const)
      const offset = (index / (stops.length - 1)).toFixed(3)
      return `<stop offset="${offset}" stop-color="${hexOf(color)}" stop-opacity="${opacity}"/>`
    })
    .join('')
}

/** A length in pixels, as short as it can be without being seen. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Straight lines through `points`. */
export function linesThrough(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}`
}

/** A filled path. `extra` is further attributes. */
export function shape(path: string, fill: string, extra = ''): string {
  return `<path d="${path}" fill="${fill}" ${extra}/>`
}

export function circle([x, y]: Point, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" fill="${fill}" ${extra}/>`
}

export function rectangle([x, y]: Point, width: number, height: number, fill: string, extra = ''): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}" ${extra}/>`
}

/** Several elements that share `attributes`. */
export function group(elements: readonly string[], attributes: string): string {
  return `<g ${attributes}>${elements.join('')}</g>`
}
