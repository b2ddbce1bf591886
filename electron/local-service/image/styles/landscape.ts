/** A landscape: sky, ridges in haze, water or meadow, trees, subjects and weather; as paint, or as the flat areas of a poster. */
import { hexOf, mix, oklch, oklchOf, type Rgb, shift } from '../color.ts'
import { drawFigure, figuresIn, type NamedFigure } from '../figures.ts'
import { between, createWaves, pick } from '../random.ts'
import { type Layer, outerBox, type Scene, type SceneRequest } from '../scene.ts'
import { ellipse, opacity, type Point, polygon, px, rectangle, strokes } from '../svg.ts'
import { lightOf, pineTree, roundTree, sky, type Stage, vignette, weatherLayers } from './nature.ts'
import colors from './landscape.json' with { type: 'json' }

/** With the grain of paper and darker corners. */
export function paintedLandscape(request: SceneRequest): Scene {
  const scene = landscape(request)
  return { ...scene, layers: [...scene.layers, vignette(request.defs, request, 0.35)], grain: 8 }
}

/** Clean areas in stronger colours. */
export function posterLandscape(request: SceneRequest): Scene {
  return landscape(request, 1.5)
}

function landscape(request: SceneRequest, chroma = 1.05): Scene {
  const { reading, random, width, height } = request
  const time = reading.time ?? pick(random, ['dawn', 'day', 'golden', 'dusk'])
  const isSnowy = reading.season === 'winter' || reading.weather === 'snow'
  const season = isSnowy ? 'winter' : (reading.season ?? pick(random, ['spring', 'summer', 'autumn']))
  const light = lightOf(time, reading.colors)
  const haze = reading.weather === 'fog' || reading.weather === 'rain' ? 1.25 : 0.85
  const horizon = height * between(random, 0.5, 0.58)
  const stage: Stage = {
    ...request,
    box: outerBox(request),
    time,
    light,
    season,
    horizon,
    sun: [width * between(random, 0.24, 0.76), horizon - height * between(random, 0.06, 0.3)],
    seen: (color, far) =>
      mix(mix(shift(color, 0, chroma), light.top, light.dim), light.low, Math.min(1, far * haze)),
  }
  const boats = figuresIn(reading.subjects, 'water')
  const hasWater = reading.lands.includes('sea') || boats.length > 0
  const layers = [
    ...sky(stage),
    ...ridges(stage),
    ...(hasWater ? water(stage, boats) : []),
    ...country(stage, hasWater),
    ...airborne(stage),
    ...fog(stage),
    ...weatherLayers(reading, random, request),
  ]
  return { layers, defs: request.defs, ground: light.low, grain: 3 }
}

function ridgeLine({ random, unit, box }: Stage, base: number, height: number, roughness: number): Point[] {
  const waves = createWaves(random, 6, roughness)
  return Array.from({ length: 91 }, (_, index): Point => {
    const x = box.left + (box.width * index) / 90
    return [x, base - height * (0.55 + 0.62 * waves((x / unit) * 1.7))]
  })
}

/** The ground under a ridge, as high as it is from `color` to `foot`. */
function filledRidge({ box, defs, height }: Stage, line: readonly Point[], color: Rgb, foot: Rgb): string {
  const top = Math.min(...line.map(([, y]) => y))
  const fill = defs.linear(top, top + height * 0.28, color, foot)
  return polygon([...line, [box.right, box.bottom], [box.left, box.bottom]], fill)
}

function groundOf({ reading, season }: Stage): Rgb {
  return reading.lands.includes('desert') ? oklch(0.73, 0.1, 70) : oklchOf(colors.grounds[season])
}

function ridges(stage: Stage): readonly Layer[] {
  const { reading, horizon, height, season, seen } = stage
  const isMountain = reading.lands.includes('mountain') || reading.lands.length === 0
  const rock = reading.lands.includes('desert') ? oklch(0.62, 0.11, 50) : oklch(0.46, 0.05, 265)
  const [far, middle] = isMountain ? ([0.3, 0.17] as const) : ([0.1, 0.08] as const)
  const steps = [
    { away: 0.82, rise: far, rough: isMountain ? 0.55 : 0.35, share: 0 },
    { away: 0.6, rise: middle, rough: isMountain ? 0.5 : 0.3, share: 0.35 },
    { away: 0.4, rise: 0.07, rough: 0.3, share: 0.75 },
  ]
  return steps.map(({ away, rise, rough, share }, index) => {
    const color = mix(rock, groundOf(stage), share)
    const line = ridgeLine(stage, horizon + height * 0.012 * index, height * rise, rough)
    const lit = season === 'winter' && isMountain ? mix(color, oklch(0.95, 0.01, 240), 0.6) : color
    const svg = filledRidge(stage, line, seen(lit, away), seen(color, Math.min(1, away + 0.22)))
    return { svg, nearness: 0.1 + 0.1 * index }
  })
}

function water(stage: Stage, boats: readonly NamedFigure[]): readonly Layer[] {
  const { defs, light, horizon, height, width, unit, random, sun, seen, box } = stage
  const near = mix(light.top, oklch(0.32, 0.07, 245), 0.55)
  const fill = defs.linear(horizon, box.bottom, mix(light.low, oklch(0.55, 0.07, 235), 0.35), near)
  const glints = Array.from({ length: 110 }, () => {
    const down = random() ** 1.6
    const isSun = random() < 0.45
    const reach = isSun ? unit * (0.03 + down * 0.11) : width * 0.65
    const at: Point = [
      (isSun ? sun[0] : width / 2) + between(random, -1, 1) * reach,
      horizon + 3 + down * height * 0.42,
    ]
    const wide = unit * (0.01 + down * 0.07) * between(random, 0.5, 1.4)
    const color = hexOf(isSun ? light.sun : mix(light.middle, light.sun, 0.3))
    return ellipse(
      at,
      wide,
      1 + down * unit * 0.0035,
      color,
      opacity(between(random, 0.12, isSun ? 0.75 : 0.35)),
    )
  })
  const floating = boats.flatMap((boat) =>
    placed(stage, boat, horizon + height * 0.16, unit * 0.0021, (color) => seen(color, 0.1)),
  )
  const surface = rectangle([box.left, horizon], box.width, box.bottom - horizon, fill)
  return [
    { svg: surface + glints.join(''), nearness: 0.3, motion: 'water' },
    { svg: floating.join(''), nearness: 0.42 },
  ]
}

/** The ground in front, with trees and whoever stands there. */
function country(stage: Stage, hasWater: boolean): readonly Layer[] {
  const { reading, horizon, height, width, unit, season, seen } = stage
  const { lands, subjects } = reading
  const ground = groundOf(stage)
  const hills: Layer[] = []
  if (!hasWater) {
    const line = ridgeLine(stage, horizon + height * 0.13, height * 0.09, 0.3)
    const hill = filledRidge(stage, line, seen(ground, 0.22), seen(shift(ground, -0.07), 0.1))
    hills.push({ svg: treesAlong(stage, line, 26, unit * 0.075, 0.28) + hill, nearness: 0.4 })
  }
  const base = height * (hasWater ? 0.93 : 0.84)
  const line = ridgeLine(stage, base, height * 0.06, 0.3)
  const isWooded = lands.includes('forest') || subjects.some(({ kind }) => kind === 'tree')
  const front = [
    treesAlong(stage, line, isWooded ? 9 : 4, unit * 0.3, 0),
    filledRidge(stage, line, seen(shift(ground, -0.03), 0), seen(shift(ground, -0.17), 0)),
    season === 'winter' ? '' : grass(stage, line, seen(shift(ground, -0.1), 0)),
    ...figuresIn(subjects, 'ground').flatMap((figure) => {
      const scale = Math.min(unit * 0.0023, (width * 0.8) / figure.figure.wide)
      return placed(stage, figure, base + height * 0.05, scale, (color) => seen(color, 0))
    }),
  ]
  return [...hills, { svg: front.join(''), nearness: 0.75 }]
}

function treesAlong(stage: Stage, line: readonly Point[], count: number, size: number, far: number): string {
  const { random, reading, season, seen, width } = stage
  const { lands } = reading
  if (lands.includes('desert')) return ''
  const isPine = lands.includes('forest') || lands.includes('mountain') || season === 'winter'
  return Array.from({ length: count }, () => {
    const [x, y] = pick(random, line)
    const isInTheWay = Math.abs(x - width / 2) < width * 0.22 && far === 0
    const tall = size * between(random, 0.6, 1.15) * (isInTheWay ? 0.35 : 1)
    const paint = (color: Rgb): string => hexOf(seen(color, far))
    return (isPine ? pineTree : roundTree)(random, { foot: [x, y + tall * 0.06], tall, season, paint })
  }).join('')
}

function grass({ random, unit, height }: Stage, line: readonly Point[], color: Rgb): string {
  const blades = Array.from({ length: 260 }, () => {
    const [x, y] = pick(random, line)
    const foot = [x + between(random, -9, 9), y + random() * height * 0.12 + unit * 0.004].map(px)
    const long = unit * between(random, 0.01, 0.028)
    const bend = [long * 0.1, -long * 0.6, long * between(random, -0.3, 0.5), -long].map(px)
    return `M${foot.join(' ')}q${bend.join(' ')}`
  })
  return strokes(blades.join(''), hexOf(color), Math.max(1, unit * 0.0016), 'stroke-linecap="round"')
}

/** A figure as often as it is named, side by side. */
function placed(
  { random, width }: Stage,
  subject: NamedFigure,
  y: number,
  scale: number,
  tint: (color: Rgb) => Rgb,
): string[] {
  const wide = subject.figure.wide * 1.15
  const count = Math.min(5, subject.count)
  const fitting = Math.min(scale, (width * 0.84) / (wide * count))
  return Array.from({ length: count }, (_, index) => {
    const x = width / 2 + (index - (count - 1) / 2) * wide * fitting + between(random, -0.03, 0.03) * width
    return drawFigure(subject, [x, y], fitting * between(random, 0.9, 1.05), random() < 0.4, tint)
  })
}

function airborne({ reading, random, horizon, width, unit, seen }: Stage): readonly Layer[] {
  const figures = figuresIn(reading.subjects, 'air').flatMap((subject) =>
    Array.from({ length: Math.min(12, subject.count) }, () => {
      const far = random() * 0.5
      const scale = unit * (subject.kind === 'bird' ? 0.0006 : 0.0016) * (1 - far)
      const at: Point = [width * between(random, 0.12, 0.88), horizon * between(random, 0.25, 0.75)]
      return drawFigure(subject, at, scale, random() < 0.5, (color) => seen(color, far * 0.6))
    }),
  )
  return [{ svg: figures.join(''), nearness: 0.5, motion: 'drift' }]
}

function fog({ reading, height, light: { low }, defs, horizon, box }: Stage): readonly Layer[] {
  if (reading.weather !== 'fog') return []
  const haze = defs.linear(horizon - height * 0.2, height, [low, 0], [low, 0.6], [low, 0])
  return [{ svg: rectangle([box.left, box.top], box.width, box.height, haze), nearness: 0.55 }]
}
