/** What the styles share: the light and sky of a time of day, trees, falling weather, and darker corners. */
import colors from './landscape.json' with { type: 'json' }
import { hexOf, mix, namedColor, oklch, oklchOf, type Rgb, shift } from '../color.ts'
import { type Layer, outerBox, type SceneRequest, type Size } from '../scene.ts'
import { between, pick, type Random } from '../random.ts'
import type { ColorName, Reading, Season, Time } from '../read-prompt.ts'
import {
  circle,
  type Defs,
  ellipse,
  group,
  opacity,
  type Point,
  polygon,
  px,
  rectangle,
  strokes,
} from '../svg.ts'

export function weatherLayers({ weather }: Reading, random: Random, size: Size): readonly Layer[] {
  if (weather !== 'rain' && weather !== 'snow') return []
  const box = outerBox(size)
  const unit = Math.min(size.width, size.height)
  return [0.6, 1].map((nearness): Layer => {
    const places = Array.from({ length: 210 }, (): Point => [
      box.left + random() * box.width,
      box.top + random() * box.height,
    ])
    if (weather === 'snow') {
      const flake = (at: Point): string => {
        const radius = unit * 0.0034 * nearness * between(random, 0.5, 1)
        return circle(at, radius, '#ffffff', opacity(0.8 * nearness))
      }
      return { svg: places.map(flake).join(''), nearness, motion: 'snow' }
    }
    const drop = ([x, y]: Point): string =>
      `M${px(x)} ${px(y)}l${px(-unit * 0.004)} ${px(unit * 0.045 * nearness)}`
    const wide = Math.max(0.7, unit * 0.0012 * nearness)
    const svg = strokes(places.map(drop).join(''), '#d4e0ee', wide, 'stroke-opacity="0.3"')
    return { svg, nearness, motion: 'rain' }
  })
}

const BLACK: Rgb = [0, 0, 0]

export function vignette(defs: Defs, size: Size, strength: number): Layer {
  const { left, top, width, height } = outerBox(size)
  const [middle, radius] = [
    [size.width / 2, size.height / 2] as const,
    Math.hypot(size.width, size.height) / 2,
  ]
  const stops = [0, 0.004, 0.06, 0.32, 1].map((share) => [BLACK, strength * share] as const)
  return { svg: rectangle([left, top], width, height, defs.radial(middle, radius, ...stops)), nearness: 0 }
}

const BARK = oklch(0.34, 0.04, 50)
const NEEDLES = oklch(0.4, 0.07, 160)
const SNOW = oklch(0.94, 0.012, 235)

export interface Tree {
  readonly foot: Point
  readonly tall: number
  readonly season: Season
  /** Gives the colour that `color` has where the tree stands, as CSS. */
  readonly paint: (color: Rgb) => string
}

export function pineTree(random: Random, { foot: [x, y], tall, season, paint }: Tree): string {
  const green = shift(NEEDLES, between(random, -0.04, 0.04), 1, between(random, -14, 14))
  const lean = between(random, -0.02, 0.02) * tall
  const parts = [trunk([x, y], tall * 0.2, tall * 0.025, paint)]
  for (let up = 0; up < 1; up += 1 / 6) {
    const foot = y - tall * (0.1 + up * 0.82)
    const wide = tall * 0.19 * (1 - up * 0.86) * between(random, 0.86, 1.12)
    const droop = tall * 0.035
    const skirt = (...places: readonly (readonly [number, number])[]): Point[] => [
      [x + lean * up, foot - tall * 0.24],
      ...places.map(([across, down]): Point => [x + wide * across, foot + droop * down]),
    ]
    const edge = skirt([1, 1], [0.6, 0], [0.35, 0.7], [0, 0], [-0.3, 0.7], [-0.55, 0], [-1, 1])
    parts.push(polygon(edge, paint(shift(green, up * 0.07))))
    if (season === 'winter')
      parts.push(polygon(skirt([-0.8, 0.5], [-0.2, -0.5], [0.1, -1.4]), paint(SNOW), opacity(0.85)))
  }
  return parts.join('')
}

export function roundTree(random: Random, { foot: [x, y], tall, season, paint }: Tree): string {
  const base = oklchOf(pick(random, colors.leaves[season]))
  const places = Array.from({ length: 26 }, (): Point => {
    const angle = random() * 2 * Math.PI
    const out = Math.sqrt(random()) * tall * 0.27
    return [x + Math.cos(angle) * out * 1.15, y - tall * 0.66 + Math.sin(angle) * out]
  })
  const leaves = places
    .toSorted((a, b) => b[1] - a[1])
    .map((at) => {
      const lit = Math.min(1, Math.max(0, (y - tall * 0.45 - at[1]) / (tall * 0.5)))
      return circle(
        at,
        tall * between(random, 0.05, 0.1),
        paint(shift(base, -0.12 + 0.2 * lit + 0.02 * random())),
      )
    })
  return trunk([x, y], tall * 0.6, tall * 0.045, paint) + leaves.join('')
}

function trunk([x, y]: Point, tall: number, wide: number, paint: Tree['paint']): string {
  const top = y - tall
  return polygon(
    [
      [x - wide, y],
      [x - wide / 2, top],
      [x + wide / 2, top],
      [x + wide, y],
    ],
    paint(BARK),
  )
}

/** The light of a time of day, mixed with the colours that a prompt names. */
export function lightOf(time: Time, named: readonly ColorName[]) {
  const { sky, sun, dim } = colors.lights[time]
  const tinted = (shade: readonly number[], index: number): Rgb => {
    const name = named[index % named.length]
    const own = oklchOf(shade)
    return name === undefined ? own : mix(own, namedColor(name, 0.1 * index), 0.6)
  }
  const [top = [], middle = [], low = []] = sky
  return {
    top: tinted(top, 0),
    middle: tinted(middle, 1),
    low: tinted(low, 2),
    sun: oklchOf(sun),
    /** How much everything is darkened towards the zenith's colour, 0 to 1. */
    dim,
  }
}

export interface Stage extends SceneRequest {
  readonly box: ReturnType<typeof outerBox>
  readonly time: Time
  readonly light: ReturnType<typeof lightOf>
  readonly season: Season
  readonly horizon: number
  readonly sun: Point
  /** A colour as it looks in this light, `far` (0 to 1) away in the haze. */
  readonly seen: (color: Rgb, far: number) => Rgb
}

export function sky(stage: Stage): readonly Layer[] {
  const { defs, light, horizon, unit, random, sun, reading, time, box } = stage
  const { weather, subjects } = reading
  const isDim = weather === 'rain' || weather === 'cloudy'
  const [top, middle] = [light.top, light.middle].map((color) => shift(color, 0, isDim ? 0.4 : 1)) as [
    Rgb,
    Rgb,
  ]
  const fill = defs.linear(box.top, horizon, top, middle, light.low)
  const back = [rectangle([box.left, box.top], box.width, box.height, fill)]
  if (time === 'night') back.push(stars(stage, horizon))
  if (!isDim && weather !== 'snow') {
    const isMoon = time === 'night' || subjects.some(({ kind }) => kind === 'moon')
    const glow = defs.radial(sun, unit * 0.5, [light.sun, 0.75], [light.sun, 0.28], [light.sun, 0])
    back.push(circle(sun, unit * 0.5, glow), circle(sun, unit * (isMoon ? 0.045 : 0.06), hexOf(light.sun)))
  }
  const count = weather === 'clear' ? 2 : isDim ? 11 : 5
  const clouds = Array.from({ length: count }, () => cloud(stage, between(random, 0.08, 0.9)))
  return [
    { svg: back.join(''), nearness: 0 },
    { svg: group(clouds, `filter="${defs.blur(unit * 0.006)}"`), nearness: 0.04, motion: 'drift' },
  ]
}

export function stars(
  { random, unit, ...size }: Pick<SceneRequest, 'random' | 'unit'> & Size,
  ground: number,
): string {
  const box = outerBox(size)
  return Array.from({ length: 150 }, () => {
    const at: Point = [box.left + random() * box.width, box.top + random() * (ground - box.top)]
    return circle(at, unit * between(random, 0.0006, 0.002), '#ffffff', opacity(between(random, 0.2, 1)))
  }).join('')
}

/** A bank of soft puffs; `down` is how far towards the horizon, 0 to 1. */
function cloud({ random, light, horizon, unit, width, reading }: Stage, down: number): string {
  const [x, y] = [width * between(random, -0.1, 1.1), horizon * (0.1 + 0.78 * down)]
  const wide = unit * between(random, 0.16, 0.42)
  const bright =
    reading.weather === 'rain' ? shift(light.middle, -0.12, 0.3) : mix(light.sun, light.middle, 0.35)
  const puffs = Array.from({ length: 14 }, () => {
    const along = between(random, -1, 1)
    const at: Point = [x + along * wide, y - (1 - along * along) * wide * 0.16 * random()]
    const radius = wide * between(random, 0.05, 0.11) * (1.25 - Math.abs(along))
    return ellipse(at, radius * 2.4, radius, hexOf(mix(bright, light.low, random() * 0.5)))
  })
  return group(puffs, `opacity="${between(random, 0.35, 0.7).toFixed(2)}"`)
}
