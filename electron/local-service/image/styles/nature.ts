/** What landscapes and cities share: the light and sky of a time of day, trees, and rain and snow of a still image. */
import colors from './landscape.json' with { type: 'json' }
import { mix, oklch, oklchOf, type Rgb, shift, hexOf } from '../color.ts'
import { type Size, outerBox, type Layer, type SceneRequest } from '../scene.ts'
import { between, type Random } from '../random.ts'
import type { Season, Time } from '../read-prompt.ts'
import { circle, linesThrough, type Point, px, shape, type Defs, group, rectangle } from '../svg.ts'

/** Drops or flakes all over an image of this size. */
export function fallingMarks(random: Random, kind: 'rain' | 'snow', { width, height }: Size): string {
  const unit = Math.min(width, height)
  const marks = Array.from({ length: 300 }, () => {
    const [x, y] = [random() * width, random() * height]
    const size = between(random, 0.4, 1)
    if (kind === 'snow')
      return circle([x, y], unit * 0.0035 * size, '#ffffff', `fill-opacity="${(size * 0.85).toFixed(2)}"`)
    return `M${px(x)} ${px(y)}l${px(-unit * 0.008 * size)} ${px(unit * 0.05 * size)}`
  })
  if (kind === 'snow') return marks.join('')
  return `<path d="${marks.join('')}" stroke="#d4e0ee" stroke-width="${px(Math.max(0.7, unit * 0.0011))}" stroke-opacity="0.3"/>`
}

const BARK = oklch(0.34, 0.04, 50)
const NEEDLES = oklch(0.4, 0.07, 160)
const SNOW = oklch(0.94, 0.012, 235)

/** Gives the colour that `color` has where the tree stands, as CSS. */
type Paint = (color: Rgb) => string

export function pineTree(random: Random, [x, y]: Point, tall: number, season: Season, paint: Paint): string {
  const green = shift(NEEDLES, between(random, -0.04, 0.04), 1, between(random, -14, 14))
  const lean = between(random, -0.02, 0.02) * tall
  const tiers = 6
  const parts = [shape(trunk([x, y], tall * 0.2, tall * 0.025), paint(BARK))]
  for (let tier = 0; tier < tiers; tier += 1) {
    const up = tier / tiers
    const foot = y - tall * (0.1 + up * 0.82)
    const wide = tall * 0.19 * (1 - up * 0.86) * between(random, 0.86, 1.12)
    const top: Point = [x + lean * up, foot - tall * 0.24]
    const droop = tall * 0.035
    const skirt: Point[] = [
      [x - wide, foot + droop],
      [x - wide * 0.55, foot],
      [x - wide * 0.3, foot + droop * 0.7],
      [x, foot],
      [x + wide * 0.35, foot + droop * 0.7],
      [x + wide * 0.6, foot],
      [x + wide, foot + droop],
    ]
    parts.push(shape(`${linesThrough([top, ...skirt.toReversed()])}Z`, paint(shift(green, up * 0.07))))
    if (season === 'winter') {
      const cap: Point[] = [
        top,
        [x - wide * 0.8, foot + droop * 0.5],
        [x - wide * 0.25, foot - droop * 0.6],
        [x + wide * 0.1, foot - droop * 1.4],
      ]
      parts.push(shape(`${linesThrough(cap)}Z`, paint(SNOW), 'fill-opacity="0.85"'))
    }
  }
  return parts.join('')
}

export function roundTree(random: Random, [x, y]: Point, tall: number, season: Season, paint: Paint): string {
  const leaves = colors.leaves[season].map(oklchOf)
  const base = leaves[Math.floor(random() * leaves.length)] ?? NEEDLES
  const parts = [shape(trunk([x, y], tall * 0.6, tall * 0.045), paint(BARK))]
  const blobs = Array.from({ length: 26 }, () => {
    const angle = random() * 2 * Math.PI
    const out = Math.sqrt(random()) * tall * 0.27
    return { at: [x + Math.cos(angle) * out * 1.15, y - tall * 0.66 + Math.sin(angle) * out] as Point }
  }).toSorted((a, b) => b.at[1] - a.at[1])
  for (const { at } of blobs) {
    const lit = (y - tall * 0.45 - at[1]) / (tall * 0.5)
    const color = mix(shift(base, -0.12), shift(base, 0.08), Math.min(1, Math.max(0, lit)))
    parts.push(
      circle(at, tall * between(random, 0.05, 0.1), paint(shift(color, between(random, -0.02, 0.02)))),
    )
  }
  return parts.join('')
}

function trunk([x, y]: Point, tall: number, wide: number): string {
  return `${linesThrough([
    [x - wide, y],
    [x - wide * 0.5, y - tall],
    [x + wide * 0.5, y - tall],
    [x + wide, y],
  ])}Z`
}

interface Light {
  /** From the zenith to the horizon. */
  readonly sky: readonly [Rgb, Rgb, Rgb]
  readonly sun: Rgb
  /** How much everything is darkened towards the zenith's colour, 0 to 1. */
  readonly dim: number
}

/** The light of a time of day. */
export function lightOf(time: Time): Light {
  const { sky: shades, sun, dim } = colors.lights[time]
  const [top = [], middle = [], low = []] = shades
  return { sky: [oklchOf(top), oklchOf(middle), oklchOf(low)], sun: oklchOf(sun), dim }
}

/** What all parts of one landscape share. */
export interface Stage extends SceneRequest {
  readonly defs: Defs
  readonly light: Light
  readonly season: Season
  readonly horizon: number
  readonly unit: number
  readonly sun: Point
  /** A colour as it looks in this light, `far` (0 to 1) away in the haze. */
  readonly seen: (color: Rgb, far: number) => Rgb
}

/** The sky with its sun or moon, stars and clouds. */
export function sky(stage: Stage, time: Time): readonly Layer[] {
  const { defs, light, horizon, unit, random, sun, reading } = stage
  const box = outerBox(stage)
  const [top, middle, low] = light.sky
  const isDim = reading.weather === 'rain' || reading.weather === 'cloudy'
  const fill = defs.linear(
    box.top,
    horizon,
    isDim ? shift(top, 0, 0.4) : top,
    isDim ? shift(middle, 0, 0.4) : middle,
    low,
  )
  const back = [rectangle([box.left, box.top], box.width, box.height, fill)]
  if (time === 'night') back.push(...stars(stage))
  const isMoon = time === 'night' || reading.subjects.some(({ kind }) => kind === 'moon')
  if (!isDim && reading.weather !== 'snow') {
    const glow = defs.radial(sun, unit * 0.5, [light.sun, 0.75], [light.sun, 0.28], [light.sun, 0])
    back.push(circle(sun, unit * 0.5, glow), circle(sun, unit * (isMoon ? 0.045 : 0.06), hexOf(light.sun)))
  }
  const amount = reading.weather === 'clear' ? 2 : isDim ? 11 : 5
  const clouds = Array.from({ length: amount }, () => cloud(stage, between(random, 0.08, 0.9)))
  return [
    { svg: back.join(''), nearness: 0 },
    { svg: group(clouds, `filter="${defs.blur(unit * 0.006)}"`), nearness: 0.04, motion: 'drift' },
  ]
}

function stars({ random, horizon, unit, ...size }: Stage): readonly string[] {
  const box = outerBox(size)
  return Array.from({ length: 160 }, () =>
    circle(
      [box.left + random() * box.width, box.top + random() * (horizon - box.top)],
      unit * between(random, 0.0006, 0.002),
      '#ffffff',
      `fill-opacity="${between(random, 0.3, 1).toFixed(2)}"`,
    ),
  )
}

/** A bank of soft puffs; `down` is how far towards the horizon, 0 to 1. */
function cloud({ random, light, horizon, unit, width, reading }: Stage, down: number): string {
  const [x, y] = [width * between(random, -0.1, 1.1), horizon * (0.1 + 0.78 * down)]
  const wide = unit * between(random, 0.16, 0.42)
  const bright =
    reading.weather === 'rain' ? shift(light.sky[1], -0.12, 0.3) : mix(light.sun, light.sky[1], 0.35)
  const puffs = Array.from({ length: 14 }, () => {
    const along = between(random, -1, 1)
    const rise = (1 - along * along) * wide * 0.16
    const radius = wide * between(random, 0.05, 0.11) * (1.25 - Math.abs(along))
    const place: Point = [x + along * wide, y - rise * random()]
    const color = mix(bright, light.sky[2], random() * 0.5)
    return `<ellipse cx="${px(place[0])}" cy="${px(place[1])}" rx="${px(radius * 2.4)}" ry="${px(radius)}" fill="${hexOf(color)}"/>`
  })
  return group(puffs, `opacity="${between(random, 0.35, 0.7).toFixed(2)}"`)
}
