/**
 * Outlines for figures: smooth curves through points, limbs along a spine, ovals, and lines of a given thickness.
 *
 * Units are heads: the height of the figure's head is 1. The ground is y = 0 and up is positive.
 */
import type { Outline } from '../../paint/pen.ts'

export type Point = readonly [number, number]

const STEPS = 7

/** Points written as "x y, x y, …", moved to (`x`, `y`); a `side` of -1 mirrors them first. */
export function points(text: string, x = 0, y = 0, side = 1): readonly Point[] {
  return text.split(',').map((pair): Point => {
    const [across = 0, up = 0] = pair.trim().split(' ').map(Number)
    return [x + side * across, y + up]
  })
}

/** A closed curve through `points` (Catmull and Rom). A point given twice in a row is a corner. */
export function closed(points: readonly Point[]): Outline {
  const outline: number[] = []
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  for (let index = 0; index < points.length; index += 1) {
    addSpan(outline, at(index - 1), at(index), at(index + 1), at(index + 2))
  }
  return outline
}

/** The points of an open curve through `points`, ends included. */
export function open(points: readonly Point[]): Outline {
  const outline: number[] = []
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0]
  for (let index = 0; index + 1 < points.length; index += 1) {
    addSpan(outline, at(index - 1), at(index), at(index + 1), at(index + 2))
  }
  return [...outline, ...(points.at(-1) ?? [])]
}

function addSpan(into: number[], [ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, [dx, dy]: Point): void {
  for (let step = 0; step < STEPS; step += 1) {
    const t = step / STEPS
    into.push(spline(ax, bx, cx, dx, t), spline(ay, by, cy, dy, t))
  }
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return (
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  )
}

/** A straight-edged outline. */
export function polygon(points: readonly Point[]): Outline {
  return points.flat()
}

/** The same points seen in a mirror at x = 0, joined to the originals: half a symmetric shape, from its top to its bottom. */
export function symmetric(half: readonly Point[]): Outline {
  return closed([...half, ...half.toReversed().map(([x, y]): Point => [-x, y])])
}

export function oval(x: number, y: number, radiusX: number, radiusY: number, turn = 0, steps = 40): Outline {
  const outline: number[] = []
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * 2 * Math.PI
    const [px, py] = [Math.cos(angle) * radiusX, Math.sin(angle) * radiusY]
    outline.push(x + px * cos - py * sin, y + px * sin + py * cos)
  }
  return outline
}

/** A limb along `spine` that is as thick as `radii` say at each of its points, with round ends. */
export function limb(spine: readonly Point[], radii: readonly number[]): Outline {
  const path = open(spine)
  const count = path.length / 2
  const left: number[] = []
  const right: number[] = []
  for (let index = 0; index < count; index += 1) {
    const place = (index / Math.max(1, count - 1)) * (radii.length - 1)
    const low = Math.min(radii.length - 2, Math.floor(place))
    const at = (step: number): number => radii[Math.min(radii.length - 1, Math.max(0, low + step))] ?? 0
    const radius = Math.max(0, spline(at(-1), at(0), at(1), at(2), place - low))
    const [nx, ny] = normalAt(path, index)
    const [x, y] = [path[index * 2] ?? 0, path[index * 2 + 1] ?? 0]
    left.push(x + nx * radius, y + ny * radius)
    right.unshift(x - nx * radius, y - ny * radius)
  }
  const first = radii[0] ?? 0
  const last = radii.at(-1) ?? 0
  return [...left, ...cap(path, count - 1, last, 1), ...right, ...cap(path, 0, first, -1)]
}

function cap(path: Outline, index: number, radius: number, sign: number): readonly number[] {
  const [nx, ny] = normalAt(path, index)
  const [x, y] = [path[index * 2] ?? 0, path[index * 2 + 1] ?? 0]
  const points: number[] = []
  for (let step = 1; step < 8; step += 1) {
    const angle = (step / 8) * Math.PI
    const [along, across] = [Math.sin(angle) * radius, Math.cos(angle) * radius * sign]
    points.push(x + nx * across + ny * along * sign, y + ny * across - nx * along * sign)
  }
  return points
}

/** To the left of the way from the point before to the one after; length 1. */
function normalAt(path: Outline, index: number): Point {
  const last = path.length / 2 - 1
  const before = Math.max(0, index - 1) * 2
  const after = Math.min(last, index + 1) * 2
  const dx = (path[after] ?? 0) - (path[before] ?? 0)
  const dy = (path[after + 1] ?? 0) - (path[before + 1] ?? 0)
  const length = Math.hypot(dx, dy) || 1
  return [-dy / length, dx / length]
}

/** `outline` grown by `by` on all sides. */
export function grow(outline: Outline, by: number): Outline {
  const count = outline.length / 2
  const at = (index: number): Point => {
    const place = ((index + count) % count) * 2
    return [outline[place] ?? 0, outline[place + 1] ?? 0]
  }
  const side = areaOf(outline) > 0 ? by : -by
  const grown: number[] = []
  for (let index = 0; index < count; index += 1) {
    const [px, py] = at(index - 1)
    const [x, y] = at(index)
    const [nx, ny] = at(index + 1)
    const [dx, dy] = [nx - px, ny - py]
    const length = Math.hypot(dx, dy)
    if (length < 1e-9) continue
    grown.push(x + (dy / length) * side, y - (dx / length) * side)
  }
  return grown
}

/** The same outlines, all running the same way round, so that they add up to one shape instead of cutting holes. */
export function united(outlines: readonly Outline[]): readonly Outline[] {
  return outlines.map((outline) => (areaOf(outline) >= 0 ? outline : reversed(outline)))
}

export function reversed(outline: Outline): Outline {
  const turned: number[] = []
  for (let index = outline.length - 2; index >= 0; index -= 2)
    turned.push(outline[index] ?? 0, outline[index + 1] ?? 0)
  return turned
}

/** Twice the area, positive when it runs against the clock. */
function areaOf(outline: Outline): number {
  let area = 0
  for (let index = 0; index < outline.length; index += 2) {
    const next = (index + 2) % outline.length
    area +=
      (outline[index] ?? 0) * (outline[next + 1] ?? 0) - (outline[next] ?? 0) * (outline[index + 1] ?? 0)
  }
  return area
}

/** `outline` moved. */
export function moved(outline: Outline, dx: number, dy: number): Outline {
  return outline.map((value, index) => value + (index % 2 === 0 ? dx : dy))
}
