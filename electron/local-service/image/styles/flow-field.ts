/**
 * Flow field: ribbons that follow a current and keep their distance.
 *
 * Even spacing after Jobard and Lefer, "Creating Evenly-Spaced Streamlines of Arbitrary Density" (1997), with an occupancy grid
 * in place of distance tests.
 */
import { hexOf, mix, type Rgb, shift } from '../color.ts'
import { choosePalette, type Palette } from '../palette.ts'
import { between, createWaves, type Random, type Waves } from '../random.ts'
import { outerBox, type Scene, type SceneRequest } from '../scene.ts'
import { createDefs, curveThrough, type Point, px, rectangle } from '../svg.ts'

interface Current {
  readonly random: Random
  readonly unit: number
  readonly box: ReturnType<typeof outerBox>
  readonly angleAt: (x: number, y: number) => number
  readonly taken: Uint8Array
  readonly columns: number
  /** Side of a cell of `taken`, in pixels. */
  readonly cell: number
}

/** Widths as shares of the shorter side, broad ones first; then how many are tried. */
const PASSES = [
  { wide: 0.024, tries: 90 },
  { wide: 0.014, tries: 260 },
  { wide: 0.008, tries: 700 },
  { wide: 0.004, tries: 1_300 },
] as const

/** Draws the ribbons. */
export function flowField(request: SceneRequest): Scene {
  const { reading, random, width, height } = request
  const palette = choosePalette(reading, random)
  const unit = Math.min(width, height)
  const box = outerBox(request)
  const cell = unit / 420
  const columns = Math.ceil(box.width / cell)
  const current: Current = {
    random,
    unit,
    box,
    angleAt: chooseCurrent(request, reading.mood === 'calm'),
    taken: new Uint8Array(columns * Math.ceil(box.height / cell)),
    columns,
    cell,
  }
  const drift = createWaves(random, 2)
  const inkAt = (x: number, y: number): Rgb => inkOf(palette, drift, random, x / unit, y / unit)
  const defs = createDefs()
  const { ground } = palette
  const middle: Point = [width / 2, height * 0.45]
  const fill = defs.radial(
    middle,
    Math.max(width, height) * 0.7,
    shift(ground, palette.dark ? 0.05 : 0.015),
    ground,
  )
  const back = rectangle([box.left, box.top], box.width, box.height, fill)
  const ribbons = PASSES.map(({ wide, tries }, pass) => ({
    svg: Array.from({ length: tries }, () => ribbon(current, wide * unit, inkAt)).join(''),
    nearness: 0.3 + 0.15 * pass,
    motion: 'glow' as const,
  }))
  return {
    layers: [{ svg: back, nearness: 0 }, ...ribbons],
    defs: defs.markup(),
    ground,
    finish: { grain: 3, vignette: 0.2 },
  }
}

function inkOf({ inks, ground }: Palette, drift: Waves, random: Random, x: number, y: number): Rgb {
  const place = Math.min(0.999, Math.max(0, drift(x * 1.3, y * 1.3) * 0.9 + 0.5 + (random() - 0.5) * 0.5))
  const index = random() < 0.12 ? Math.floor(random() * inks.length) : Math.floor(place * inks.length)
  const ink = inks[index] ?? ground
  return shift(mix(ink, inks[(index + 1) % inks.length] ?? ink, random() * 0.25), (random() - 0.5) * 0.05)
}

/** Broad waves, bent around one to three whirls. */
function chooseCurrent({ random, width, height }: SceneRequest, isCalm: boolean): Current['angleAt'] {
  const unit = Math.min(width, height)
  const waves = createWaves(random, 2)
  const base = between(random, -0.6, 0.6)
  const strength = between(random, 0.8, 1.5) * (isCalm ? 0.7 : 1)
  const whirls = Array.from({ length: isCalm ? 1 : 1 + Math.floor(random() * 3) }, () => ({
    x: between(random, 0.15, 0.85) * width,
    y: between(random, 0.15, 0.85) * height,
    reach: between(random, 0.16, 0.36) * unit,
    spin: (random() < 0.5 ? -1 : 1) * Math.PI * 0.5,
  }))
  return (x, y) => {
    const wind = base + waves((x / unit) * 0.9, (y / unit) * 0.9) * strength
    let [dx, dy] = [Math.cos(wind), Math.sin(wind)]
    for (const whirl of whirls) {
      const [wx, wy] = [x - whirl.x, y - whirl.y]
      const pull = 1.9 * Math.exp(-((Math.hypot(wx, wy) / whirl.reach) ** 2))
      const around = Math.atan2(wy, wx) + whirl.spin
      dx += Math.cos(around) * pull
      dy += Math.sin(around) * pull
    }
    return Math.atan2(dy, dx)
  }
}

/** One ribbon from a random place, or nothing where there is no room for it. */
function ribbon(current: Current, wide: number, inkAt: (x: number, y: number) => Rgb): string {
  const { random, box, unit } = current
  const start: Point = [box.left + random() * box.width, box.top + random() * box.height]
  const radius = wide * 0.62 + unit * 0.0016
  if (!isFree(current, start, radius)) return ''
  const ahead = walk(current, start, radius, wide, 1)
  const back = walk(current, start, radius, wide, -1)
  const points = [...back.toReversed(), start, ...ahead]
  if (points.length < 4) return ''
  for (const point of points) take(current, point, radius)
  const color = inkAt(start[0], start[1])
  return `<path d="${curveThrough(points)}" fill="none" stroke="${hexOf(color)}" stroke-width="${px(wide * 0.92)}" stroke-linecap="round"/>`
}

function walk(current: Current, start: Point, radius: number, wide: number, way: 1 | -1): Point[] {
  const { angleAt, random, unit } = current
  const step = Math.max(wide * 0.9, unit * 0.008)
  const longest = (unit * between(random, 0.1, 0.55)) / step
  const points: Point[] = []
  let [x, y] = start
  for (let count = 0; count < longest; count += 1) {
    const angle = angleAt(x, y)
    x += Math.cos(angle) * step * way
    y += Math.sin(angle) * step * way
    if (!isFree(current, [x, y], radius)) break
    points.push([x, y])
  }
  return points
}

function cellsAround({ box, cell, columns, taken }: Current, [x, y]: Point, radius: number): number[] {
  const [column, row] = [Math.floor((x - box.left) / cell), Math.floor((y - box.top) / cell)]
  const reach = Math.ceil(radius / cell)
  const cells: number[] = []
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const [cx, cy] = [column + dx, row + dy]
      if (dx * dx + dy * dy > reach * reach || cx < 0 || cx >= columns || cy < 0) continue
      const at = cy * columns + cx
      if (at < taken.length) cells.push(at)
    }
  }
  return cells
}

function isFree(current: Current, point: Point, radius: number): boolean {
  const { box } = current
  const [x, y] = [point[0] - box.left, point[1] - box.top]
  if (x < 0 || y < 0 || x >= box.width || y >= box.height) return false
  return cellsAround(current, point, radius).every((cell) => current.taken[cell] === 0)
}

function take(current: Current, point: Point, radius: number): void {
  for (const cell of cellsAround(current, point, radius * 0.9)) current.taken[cell] = 1
}
