/** City night: a skyline after dark with lit windows, haze, wet ground that mirrors it, and lights out of focus. */
import { hexOf, mix, oklch, shift, type Rgb, namedColor } from '../color.ts'
import { between, pick } from '../random.ts'
import { outerBox, type Layer, type Scene, type SceneRequest } from '../scene.ts'
import { circle, group, opacity, polygon, px, rectangle, type Point } from '../svg.ts'
import { stars, vignette, weatherLayers } from './nature.ts'

interface City extends SceneRequest {
  readonly box: ReturnType<typeof outerBox>
  /** Where towers stand and the mirror begins. */
  readonly ground: number
  readonly high: Rgb
  readonly low: Rgb
  readonly lamp: Rgb
  readonly neon: readonly Rgb[]
}

export function cityNight(request: SceneRequest): Scene {
  const { reading, random, height, defs } = request
  const [first, second] = reading.colors
  const isDusk = reading.time === 'dusk' || reading.time === 'dawn'
  const hue = isDusk ? between(random, 300, 345) : between(random, 262, 290)
  const lamp = first === undefined ? oklch(0.84, 0.13, between(random, 68, 84)) : namedColor(first, 0.14)
  const high = oklch(isDusk ? 0.24 : 0.15, 0.05, hue)
  const city: City = {
    ...request,
    box: outerBox(request),
    ground: height * 0.7,
    high,
    low: mix(oklch(isDusk ? 0.56 : 0.36, 0.09, hue + 30), lamp, 0.2),
    lamp,
    neon: second === undefined ? [oklch(0.7, 0.17, 235), oklch(0.68, 0.2, 350)] : [namedColor(second, 0.1)],
  }
  const rows = [skyline(city, 0), skyline(city, 1), skyline(city, 2)]
  const layers = [
    heaven(city),
    ...rows.map((svg, index) => ({ svg, nearness: 0.12 + 0.16 * index })),
    mirror(city, rows),
    lightsOutOfFocus(city),
    ...weatherLayers(reading, random, request),
    vignette(defs, request, 0.5),
  ]
  return { layers, defs, ground: high, grain: 5 }
}

function heaven(city: City): Layer {
  const { defs, high, low, unit, width, ground, random, reading, box } = city
  const fill = defs.linear(box.top, ground, high, mix(high, low, 0.35), low)
  const back = rectangle([box.left, box.top], box.width, box.height, fill)
  if (['rain', 'fog', 'cloudy'].includes(reading.weather ?? '')) return { svg: back, nearness: 0.02 }
  const at: Point = [width * between(random, 0.2, 0.8), ground * between(random, 0.18, 0.3)]
  const pale = oklch(0.94, 0.025, 85)
  const glow = defs.radial(at, unit * 0.34, [pale, 0.55], [pale, 0.14], [pale, 0])
  const moon = circle(at, unit * 0.34, glow) + circle(at, unit * 0.075, '#fdf9ee')
  return { svg: back + stars(city, ground * 0.85) + moon, nearness: 0.02 }
}

/** A row of towers, as SVG: it stands in a layer and again in the mirror. */
function skyline(city: City, row: 0 | 1 | 2): string {
  const { random, unit, high, low, ground, box, defs } = city
  const color = hexOf(mix(low, shift(high, -0.04), [0.35, 0.68, 1][row] ?? 1))
  const towers: string[] = []
  const lights: string[] = []
  for (let x = box.left; x < box.right;) {
    const wide = unit * between(random, 0.045, 0.1) * (0.8 + row * 0.22)
    const top = ground - unit * between(random, 0.1, 0.3) * ([1.75, 1.35, 0.8][row] ?? 1)
    const roof = pick(random, ROOFS).map(([across, up]): Point => [x + wide * across, top - wide * up])
    towers.push(polygon([[x, ground], ...roof, [x + wide, ground]], color))
    lights.push(...windows(city, [x, top], wide, unit * (0.011 + row * 0.0035)))
    if (ground - top > unit * 0.3) {
      const mast: Point = [x + wide / 2, top - unit * 0.03]
      lights.push(circle(mast, unit * 0.0032, '#ff4a3d'), rectangle(mast, 1.2, unit * 0.03, color))
    }
    x += wide * between(random, 0.86, 1.12)
  }
  const haze = defs.linear(ground - unit * 0.3, ground, [low, 0], [low, 0.5 - row * 0.16])
  const fog = rectangle([box.left, ground - unit * 0.3], box.width, unit * 0.3, haze)
  return towers.join('') + lights.join('') + fog
}

/** Corners from left to right, in widths of the tower: across, and up from its top. */
const ROOFS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0, 0],
    [0.5, 0.4],
    [1, 0],
  ],
  [
    [0, 0],
    [0.22, 0],
    [0.22, 0.25],
    [0.78, 0.25],
    [0.78, 0],
    [1, 0],
  ],
  [
    [0, 0],
    [1, 0],
  ],
]

function windows(
  { random, lamp, neon, ground }: City,
  [left, top]: Point,
  wide: number,
  cell: number,
): string[] {
  const lit = between(random, 0.2, 0.72)
  const tone = random() < 0.12 ? pick(random, neon) : lamp
  const found: string[] = []
  for (let y = top + cell; y < ground - cell; y += cell * 1.7) {
    for (let x = left + cell * 0.7; x < left + wide - cell; x += cell * 1.35) {
      if (random() > lit) continue
      const color = hexOf(shift(tone, between(random, -0.16, 0.06)))
      found.push(rectangle([x, y], cell * 0.6, cell * 0.85, color, opacity(between(random, 0.4, 0.95))))
    }
  }
  return found
}

/** Wet ground: the skyline upside down, dimmed, and broken by dark strokes that are wider towards the viewer. */
function mirror({ defs, ground, unit, high, low, box, random }: City, rows: readonly string[]): Layer {
  const fill = defs.linear(ground, box.bottom, mix(low, high, 0.35), shift(high, -0.06))
  const dim = defs.linear(ground, ground + unit * 0.34, [high, 0.25], [shift(high, -0.05), 0.94])
  const surface = (color: string): string =>
    rectangle([box.left, ground], box.width, box.bottom - ground, color)
  const ripples = Array.from({ length: 420 }, () => {
    const down = random() ** 1.4
    const at: Point = [box.left + random() * box.width, ground + down * unit * 0.4]
    const long = unit * (0.02 + 0.07 * down) * between(random, 0.5, 1.3)
    return rectangle(at, long, unit * (0.002 + down * 0.003), hexOf(high), 'fill-opacity="0.55" rx="2"')
  })
  const upside = group(rows, `opacity="0.7" transform="translate(0 ${px(ground * 2)}) scale(1 -1)"`)
  return { svg: surface(fill) + upside + ripples.join('') + surface(dim), nearness: 0.45, motion: 'water' }
}

function lightsOutOfFocus({ random, width, height, unit, lamp, neon, defs }: City): Layer {
  const lights = Array.from({ length: 16 }, () => {
    const at: Point = [width * between(random, -0.08, 1.08), height * between(random, 0.74, 1.02)]
    const color = hexOf(random() < 0.7 ? lamp : pick(random, neon))
    return circle(at, unit * between(random, 0.012, 0.04), color, opacity(between(random, 0.12, 0.36)))
  })
  const soft = `filter="${defs.blur(unit * 0.0018)}"`
  return { svg: group(lights, soft), nearness: 0.9, motion: 'glow' }
}
