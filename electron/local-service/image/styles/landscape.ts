/** Painted landscape: sky, ridges in haze, water or meadow, trees, subjects and weather, in opaque paint. */
import { hexOf, mix, oklch, oklchOf, type Rgb, shift } from '../color.ts'
import { drawFigure, figureOf } from '../figures.ts'
import { between, createWaves, pick } from '../random.ts'
import type { Subject } from '../read-prompt.ts'
import { type Layer, outerBox, type Scene, type SceneRequest } from '../scene.ts'
import { createDefs, linesThrough, type Point, px, rectangle, shape } from '../svg.ts'
import { fallingMarks, pineTree, roundTree, lightOf, sky, type Stage } from './nature.ts'
import colors from './landscape.json' with { type: 'json' }

/** Draws the landscape of a prompt. */
export function landscape(request: SceneRequest): Scene {
  const { reading, random, width, height } = request
  const time = reading.time ?? pick(random, ['dawn', 'day', 'golden', 'dusk'])
  const isSnowy = reading.season === 'winter' || reading.weather === 'snow'
  const season = isSnowy ? 'winter' : (reading.season ?? pick(random, ['spring', 'summer', 'autumn']))
  const light = lightOf(time)
  const isFoggy = reading.weather === 'fog' || reading.weather === 'rain'
  const horizon = height * between(random, 0.5, 0.58)
  const stage: Stage = {
    ...request,
    defs: createDefs(),
    light,
    season,
    horizon,
    unit: Math.min(width, height),
    sun: [width * between(random, 0.24, 0.76), horizon - height * between(random, 0.06, 0.3)],
    seen: (color, far) =>
      mix(mix(color, light.sky[0], light.dim), light.sky[2], Math.min(1, far * (isFoggy ? 1.25 : 0.85))),
  }
  const { lands } = reading
  const hasWater = lands.includes('sea') || reading.subjects.some((each) => figureOf(each)?.place === 'water')
  const layers = [
    ...sky(stage, time),
    ...ridges(stage),
    ...(hasWater ? water(stage) : []),
    ...country(stage, hasWater),
    ...airborne(stage),
    ...weather(stage),
  ]
  return {
    layers,
    defs: stage.defs.markup(),
    ground: light.sky[2],
    finish: { grain: 3, vignette: 0.35 },
    filter: 'painted',
  }
}

/** Points along a ridge whose crest lies about `height` above `base`. */
function ridgeLine(stage: Stage, base: number, height: number, roughness: number): Point[] {
  const { random, unit } = stage
  const box = outerBox(stage)
  const waves = createWaves(random, 6, roughness)
  const count = 90
  return Array.from({ length: count + 1 }, (_, index): Point => {
    const x = box.left + (box.width * index) / count
    const bump = waves((x / unit) * 1.7, base / unit)
    return [x, base - height * (0.55 + 0.62 * bump)]
  })
}

function filledRidge(stage: Stage, line: readonly Point[], color: Rgb, foot: Rgb, depth: number): string {
  const box = outerBox(stage)
  const bottom = box.top + box.height
  const top = Math.min(...line.map(([, y]) => y))
  const fill = stage.defs.linear(top, top + depth, color, foot)
  return shape(`${linesThrough([...line, [box.left + box.width, bottom], [box.left, bottom]])}Z`, fill)
}

function ridges(stage: Stage): readonly Layer[] {
  const { reading, horizon, height, season, seen } = stage
  const isMountain = reading.lands.includes('mountain') || reading.lands.length === 0
  const rock = reading.lands.includes('desert') ? oklch(0.62, 0.11, 50) : oklch(0.46, 0.05, 265)
  const ground = reading.lands.includes('desert') ? oklch(0.72, 0.1, 70) : oklchOf(colors.grounds[season])
  const steps = [
    { far: 0.82, rise: isMountain ? 0.3 : 0.1, rough: isMountain ? 0.55 : 0.35, color: rock },
    {
      far: 0.6,
      rise: isMountain ? 0.17 : 0.08,
      rough: isMountain ? 0.5 : 0.3,
      color: mix(rock, ground, 0.35),
    },
    { far: 0.4, rise: 0.07, rough: 0.3, color: mix(rock, ground, 0.75) },
  ]
  return steps.map(({ far, rise, rough, color }, index) => {
    const line = ridgeLine(stage, horizon + height * 0.012 * index, height * rise, rough)
    const lit = season === 'winter' && isMountain ? mix(color, oklch(0.95, 0.01, 240), 0.6) : color
    const svg = filledRidge(stage, line, seen(lit, far), seen(color, Math.min(1, far + 0.22)), height * 0.26)
    return { svg, nearness: 0.1 + 0.1 * index }
  })
}

function water(stage: Stage): readonly Layer[] {
  const { defs, light, horizon, height, width, unit, random, sun, seen, reading } = stage
  const box = outerBox(stage)
  const bottom = box.top + box.height
  const fill = defs.linear(
    horizon,
    bottom,
    mix(light.sky[2], oklch(0.55, 0.07, 235), 0.35),
    mix(light.sky[0], oklch(0.32, 0.07, 245), 0.55),
  )
  const glints = Array.from({ length: 110 }, () => {
    const down = random() ** 1.6
    const isSun = random() < 0.45
    const y = horizon + 3 + down * (height * 0.42)
    const reach = isSun ? unit * (0.03 + down * 0.11) : width * 0.65
    const x = (isSun ? sun[0] : width / 2) + between(random, -1, 1) * reach
    const long = unit * (0.01 + down * 0.07) * between(random, 0.5, 1.4)
    const color = isSun ? light.sun : mix(light.sky[1], light.sun, 0.3)
    const opacity = `fill-opacity="${between(random, 0.12, isSun ? 0.75 : 0.35).toFixed(2)}"`
    return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(long)}" ry="${px(1 + down * unit * 0.0035)}" fill="${hexOf(color)}" ${opacity}/>`
  })
  const boats = reading.subjects
    .filter((subject) => figureOf(subject)?.place === 'water')
    .flatMap((subject) =>
      placed(stage, subject, horizon + height * 0.16, unit * 0.0021, (color) => seen(color, 0.1)),
    )
  return [
    {
      svg: rectangle([box.left, horizon], box.width, bottom - horizon, fill) + glints.join(''),
      nearness: 0.3,
      motion: 'water',
    },
    ...(boats.length > 0 ? [{ svg: boats.join(''), nearness: 0.42 }] : []),
  ]
}

/** The ground in front, with trees and whoever stands there. */
function country(stage: Stage, hasWater: boolean): readonly Layer[] {
  const { reading, horizon, height, width, unit, season, seen } = stage
  const isDesert = reading.lands.includes('desert')
  const ground = isDesert ? oklch(0.74, 0.1, 70) : oklchOf(colors.grounds[season])
  const layers: Layer[] = []
  if (!hasWater) {
    const base = horizon + height * 0.13
    const line = ridgeLine(stage, base, height * 0.09, 0.3)
    const trees = isDesert ? [] : treesAlong(stage, line, 26, unit * 0.075, 0.28)
    const hill = filledRidge(stage, line, seen(ground, 0.22), seen(shift(ground, -0.07), 0.1), height * 0.3)
    layers.push({ svg: trees.join('') + hill, nearness: 0.4 })
  }
  const base = height * (hasWater ? 0.93 : 0.84)
  const line = ridgeLine(stage, base, height * 0.06, 0.3)
  const isWooded = reading.lands.includes('forest') || reading.subjects.some(({ kind }) => kind === 'tree')
  const trees = isDesert ? [] : treesAlong(stage, line, isWooded ? 9 : 4, unit * 0.3, 0)
  const near = filledRidge(
    stage,
    line,
    seen(shift(ground, -0.03), 0),
    seen(shift(ground, -0.17), 0),
    height * 0.3,
  )
  const tufts = season === 'winter' ? '' : grass(stage, line, seen(shift(ground, -0.1), 0))
  const standing = reading.subjects
    .filter((subject) => figureOf(subject)?.place === 'ground')
    .flatMap((subject) => {
      const scale = Math.min(unit * 0.0023, (width * 0.8) / (figureOf(subject)?.wide ?? 100))
      return placed(stage, subject, base + height * 0.05, scale, (color) => seen(color, 0))
    })
  layers.push({ svg: trees.join('') + near + tufts + standing.join(''), nearness: 0.75 })
  return layers
}

function treesAlong(
  stage: Stage,
  line: readonly Point[],
  count: number,
  size: number,
  far: number,
): string[] {
  const { random, reading, season, seen, width } = stage
  const isPine = reading.lands.includes('forest') || reading.lands.includes('mountain') || season === 'winter'
  return Array.from({ length: count }, () => {
    const at = line[Math.floor(random() * line.length)] ?? [0, 0]
    const isMiddle = Math.abs(at[0] - width / 2) < width * 0.22 && far === 0
    const tall = size * between(random, 0.6, 1.15) * (isMiddle ? 0.35 : 1)
    const foot: Point = [at[0], at[1] + tall * 0.06]
    const paint = (color: Rgb): string => hexOf(seen(color, far))
    return isPine ? pineTree(random, foot, tall, season, paint) : roundTree(random, foot, tall, season, paint)
  })
}

function grass({ random, unit, height }: Stage, line: readonly Point[], color: Rgb): string {
  const blades = Array.from({ length: 260 }, () => {
    const [x, y] = line[Math.floor(random() * line.length)] ?? [0, 0]
    const foot: Point = [x + between(random, -9, 9), y + random() * height * 0.12 + unit * 0.004]
    const long = unit * between(random, 0.01, 0.028)
    return `M${px(foot[0])} ${px(foot[1])}q${px(long * 0.1)} ${px(-long * 0.6)} ${px(long * between(random, -0.3, 0.5))} ${px(-long)}`
  })
  const stroke = `fill="none" stroke="${hexOf(color)}" stroke-width="${px(Math.max(1, unit * 0.0016))}"`
  return `<path d="${blades.join('')}" ${stroke} stroke-linecap="round"/>`
}

/** A subject as often as it is named, side by side. */
function placed(
  { random, width }: Stage,
  subject: Subject,
  y: number,
  scale: number,
  tint: (color: Rgb) => Rgb,
): string[] {
  const wide = (figureOf(subject)?.wide ?? 100) * 1.15
  const count = Math.min(5, subject.count)
  const fitting = Math.min(scale, (width * 0.84) / (wide * count))
  return Array.from({ length: count }, (_, index) => {
    const x = width / 2 + (index - (count - 1) / 2) * wide * fitting + between(random, -0.03, 0.03) * width
    return drawFigure(subject, [x, y], fitting * between(random, 0.9, 1.05), random() < 0.4, tint)
  })
}

function airborne(stage: Stage): readonly Layer[] {
  const { reading, random, horizon, width, unit, seen } = stage
  const figures = reading.subjects
    .filter((subject) => figureOf(subject)?.place === 'air')
    .flatMap((subject) =>
      Array.from({ length: Math.min(12, subject.count) }, () => {
        const far = random() * 0.5
        const scale = unit * (subject.kind === 'bird' ? 0.0006 : 0.0016) * (1 - far)
        const spot: Point = [width * between(random, 0.12, 0.88), horizon * between(random, 0.25, 0.75)]
        return drawFigure(subject, spot, scale, random() < 0.5, (color) => seen(color, far * 0.6))
      }),
    )
  return figures.length > 0 ? [{ svg: figures.join(''), nearness: 0.5, motion: 'drift' }] : []
}

function weather(stage: Stage): readonly Layer[] {
  const { reading, random, height, light, defs } = stage
  const box = outerBox(stage)
  const layers: Layer[] = []
  if (reading.weather === 'fog') {
    const haze = defs.linear(
      stage.horizon - height * 0.2,
      height,
      [light.sky[2], 0],
      [light.sky[2], 0.6],
      [light.sky[2], 0],
    )
    layers.push({ svg: rectangle([box.left, box.top], box.width, box.height, haze), nearness: 0.55 })
  }
  if (reading.weather === 'rain' || reading.weather === 'snow')
    layers.push({
      svg: fallingMarks(random, reading.weather, stage),
      nearness: 1,
      isWeather: true,
    })
  return layers
}
