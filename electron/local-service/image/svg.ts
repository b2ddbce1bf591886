/** Small pieces of SVG: numbers, paths, gradients and filters. What is drawn where is decided by the styles. */
import { hexOf, type Rgb } from './color.ts'

export type Point = readonly [x: number, y: number]

/** A colour of a gradient, with its opacity where it is not 1. Stops are spread evenly. */
type Stop = Rgb | readonly [color: Rgb, opacity: number]

export type Defs = ReturnType<typeof createDefs>

/** Gradients and filters of one image. Each call returns what `fill` or `filter` has to say. */
export function createDefs() {
  const entries: string[] = []
  function add(element: string, attributes: string, content: string): string {
    const id = `d${entries.length}`
    entries.push(`<${element} id="${id}" ${attributes}>${content}</${element}>`)
    return `url(#${id})`
  }
  const region = 'x="-20%" y="-20%" width="140%" height="140%"'
  const units = 'gradientUnits="userSpaceOnUse"'
  return {
    /** Down from `top` to `bottom`, in pixels. */
    linear: (top: number, bottom: number, ...stops: readonly Stop[]): string =>
      add('linearGradient', `${units} x1="0" y1="${px(top)}" x2="0" y2="${px(bottom)}"`, stopsOf(stops)),
    radial: ([x, y]: Point, radius: number, ...stops: readonly Stop[]): string =>
      add('radialGradient', `${units} cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"`, stopsOf(stops)),
    blur: (deviation: number): string =>
      add('filter', region, `<feGaussianBlur stdDeviation="${px(deviation)}"/>`),
    /** Frays edges by up to `reach` pixels; `size` is the size of the tatters. */
    fray: (reach: number, size: number): string =>
      add(
        'filter',
        region,
        `<feTurbulence type="fractalNoise" baseFrequency="${(1 / size).toFixed(4)}" numOctaves="3" seed="3"/><feDisplacementMap in="SourceGraphic" scale="${px(reach)}" xChannelSelector="R" yChannelSelector="G"/>`,
      ),
    markup: (): string => `<defs>${entries.join('')}</defs>`,
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

export function linesThrough(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join('L')}`
}

/** A filled path. `extra` is further attributes, here and below. */
export function shape(path: string, fill: string, extra = ''): string {
  return `<path d="${path}" fill="${fill}" ${extra}/>`
}

export function polygon(points: readonly Point[], fill: string, extra = ''): string {
  return shape(`${linesThrough(points)}Z`, fill, extra)
}

export function strokes(path: string, color: string, width: number, extra = ''): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${px(width)}" ${extra}/>`
}

export function circle(center: Point, radius: number, fill: string, extra = ''): string {
  return ellipse(center, radius, radius, fill, extra)
}

export function ellipse([x, y]: Point, wide: number, tall: number, fill: string, extra = ''): string {
  return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(wide)}" ry="${px(tall)}" fill="${fill}" ${extra}/>`
}

export function rectangle([x, y]: Point, width: number, height: number, fill: string, extra = ''): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}" ${extra}/>`
}

export function opacity(share: number): string {
  return `fill-opacity="${share.toFixed(2)}"`
}

export function group(elements: readonly string[], attributes: string): string {
  return `<g ${attributes}>${elements.join('')}</g>`
}
