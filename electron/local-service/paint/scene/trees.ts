/**
 * Trees along the ridges, and single ones as subjects.
 */
import { mix, oklch, shift, type Rgb } from '../color.ts'
import { ellipse, type Pen } from '../pen.ts'
import { between, pick, type Random } from '../random.ts'
import { lightColor, type Light } from './light.ts'
import type { Setting } from './setting.ts'

export interface TreePlace {
  readonly x: number
  /** The foot of the trunk. */
  readonly y: number
  /** Both in pixels. */
  readonly height: number
  readonly far: number
}

/** A fir in three to seven drooping tiers, with snow on its boughs in winter. */
export function drawFir(pen: Pen, place: TreePlace, setting: Setting, light: Light, random: Random): void {
  const { x, y, height, far } = place
  const hue = between(random, 145, 175)
  const green = setting.season === 'autumn' && random() < 0.3 ? oklch(0.5, 0.1, 85) : oklch(0.4, 0.06, hue)
  const dark = lightColor(light, green, 0.1, far)
  const lit = lightColor(light, shift(green, 0.06), 0.85, far)
  const snow = lightColor(light, oklch(0.96, 0.012, 240), 0.75, far)
  const tiers = Math.max(3, Math.min(8, Math.round(height / 18)))
  const toward = setting.sunX < 0.5 ? -1 : 1
  pen.line(
    x,
    y,
    x,
    y - height * 0.3,
    height * 0.045,
    height * 0.03,
    lightColor(light, oklch(0.36, 0.04, 50), 0.2, far),
  )
  const wide = height * between(random, 0.17, 0.23)
  for (let tier = 0; tier < tiers; tier += 1) {
    const share = tier / tiers
    const low = y - height * (0.1 + 0.82 * share)
    const high = Math.min(low - height * (1.5 / tiers), low - height * 0.1)
    const half = wide * (1 - share) ** 0.85 + height * 0.02
    const droop = height * 0.025
    const tip = tier === tiers - 1 ? y - height : high
    pen.draw(
      [
        [
          x - half,
          low + droop,
          x - half * 0.45,
          low - droop * 0.4,
          x,
          low + droop * 0.8,
          x + half * 0.5,
          low - droop * 0.3,
          x + half,
          low + droop,
          x + half * 0.12,
          tip,
          x - half * 0.12,
          tip,
        ],
      ],
      dark,
    )
    pen.draw(
      [
        [
          x,
          low + droop * 0.3,
          x + toward * half * 0.5,
          low - droop * 0.3,
          x + toward * half * 0.96,
          low + droop,
          x + toward * half * 0.1,
          tip,
          x,
          tip,
        ],
      ],
      lit,
      0.55,
    )
    if (setting.snowy) {
      pen.draw(
        [
          [
            x - half,
            low + droop,
            x - half * 0.5,
            low - droop * 1.2,
            x,
            low - droop * 0.4,
            x + half * 0.5,
            low - droop * 1.2,
            x + half,
            low + droop,
            x + half * 0.2,
            tip + (low - tip) * 0.35,
            x - half * 0.2,
            tip + (low - tip) * 0.35,
          ],
        ],
        snow,
        0.8,
      )
    }
  }
}

/** A broad-leaved tree: a trunk that forks, under clumps of leaves that are lit from the sun's side; bare in winter. */
export function drawBroadleaf(
  pen: Pen,
  place: TreePlace,
  setting: Setting,
  light: Light,
  random: Random,
): void {
  const { x, y, height, far } = place
  const bark = lightColor(light, oklch(0.33, 0.035, 50), 0.25, far)
  const tips: [number, number][] = []
  const detail = height > 60 ? 5 : 3
  const branch = (
    x0: number,
    y0: number,
    angle: number,
    length: number,
    width: number,
    depth: number,
  ): void => {
    const [x1, y1] = [x0 + Math.cos(angle) * length, y0 + Math.sin(angle) * length]
    pen.line(x0, y0, x1, y1, width, width * 0.68, bark)
    if (depth === 0) {
      tips.push([x1, y1])
      return
    }
    if (depth < 3) tips.push([x1, y1])
    for (const side of [-1, 1]) {
      const turn = side * between(random, 0.25, 0.62) + (Math.PI / -2 - angle) * 0.12
      branch(x1, y1, angle + turn, length * between(random, 0.66, 0.84), width * 0.64, depth - 1)
    }
  }
  branch(x, y, Math.PI / -2 + between(random, -0.08, 0.08), height * 0.3, Math.max(1, height * 0.055), detail)
  if (setting.snowy) return
  const leaf = leafColor(setting, random)
  const [sunX, sunY] = [setting.sunX < 0.5 ? -1 : 1, -0.8]
  const clump = height * 0.075
  for (const step of [0, 1, 2]) {
    const color = lightColor(light, shift(leaf, step * 0.05 - 0.05), step * 0.45, far)
    for (const [tx, ty] of tips) {
      for (let blob = 0; blob < 2; blob += 1) {
        const size = clump * between(random, 0.5, 1.15) * (1 - step * 0.22)
        const dx = between(random, -1, 1) * clump * 0.8 + sunX * step * clump * 0.3
        const dy = between(random, -1, 1) * clump * 0.8 + sunY * step * clump * 0.3
        const tone = mix(color, lightColor(light, leafColor(setting, random), step * 0.45, far), 0.35)
        pen.draw([ellipse(tx + dx, ty + dy, size, size * 0.85)], tone, 0.85)
      }
    }
  }
}

function leafColor({ season }: Setting, random: Random): Rgb {
  switch (season) {
    case 'autumn':
      return pick<() => Rgb>(random, [
        () => oklch(0.62, 0.16, between(random, 38, 62)),
        () => oklch(0.72, 0.15, between(random, 66, 88)),
        () => oklch(0.52, 0.17, between(random, 26, 38)),
      ])()
    case 'spring':
      return random() < 0.3
        ? oklch(0.84, 0.07, between(random, 345, 365))
        : oklch(0.7, 0.13, between(random, 120, 138))
    default:
      return oklch(between(random, 0.48, 0.58), 0.11, between(random, 128, 148))
  }
}
