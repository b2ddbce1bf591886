/** What landscapes and cities share: trees, and rain and snow of a still image. */
import { mix, oklch, oklchOf, type Rgb, shift } from '../color.ts'
import type { Size } from '../frame.ts'
import { between, type Random } from '../random.ts'
import type { Season } from '../read-prompt.ts'
import { circle, linesThrough, type Point, px, shape } from '../svg.ts'
import colors from './landscape.json' with { type: 'json' }

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
