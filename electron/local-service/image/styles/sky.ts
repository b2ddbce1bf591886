/** The sky of a landscape, and what its parts share: light, season, horizon and haze. */
import { hexOf, mix, oklchOf, type Rgb, shift } from '../color.ts'
import { between } from '../random.ts'
import type { Season, Time } from '../read-prompt.ts'
import { outerBox, type Layer, type SceneRequest } from '../scene.ts'
import { circle, type Defs, group, type Point, px, rectangle } from '../svg.ts'
import colors from './landscape.json' with { type: 'json' }

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
