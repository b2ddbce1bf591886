/**
 * Sky: gradient, sun or moon with its glow, clouds, stars.
 */
import type { Canvas } from '../canvas.ts'
import { gradient } from '../color.ts'
import type { Noise } from '../noise.ts'
import { createPen } from '../pen.ts'
import { between, type Random } from '../random.ts'
import type { Light } from './light.ts'
import type { Setting } from './setting.ts'

/** How much of the sky clouds cover, from -0.5 (none) to 0.5 (all). */
const COVER = { clear: -0.17, cloudy: 0.06, fog: -0.1, rain: 0.2, snow: 0.06 } as const
/** Clouds are smooth: they are computed on a grid this many pixels wide and interpolated. */
const GRID = 3
/** What each point of the grid holds. */
const [COVERED, LIT, GLOWING, PARTS] = [0, 1, 2, 3]

/** Draws the sky over the whole canvas, `extent` times the horizon's height deep. */
export function drawSky(canvas: Canvas, setting: Setting, light: Light, noise: Noise, random: Random): void {
  const { width, height, data } = canvas
  const unit = Math.min(width, height)
  const table = gradient(light.sky)
  const [sunX, sunY] = [setting.sunX * width, setting.sunY * height]
  const bottom = setting.horizon * height * 1.06
  const clouds = cloudPlane(canvas, setting, noise, bottom)
  addGlow(clouds, canvas, light.glow, sunX, sunY)
  const here = new Float64Array(PARTS)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const depth = Math.min(1, y / bottom)
      const at = Math.min(1023, Math.round(depth * 1023)) * 3
      sampleClouds(here, clouds, x / GRID, y / GRID)
      const cover = here[COVERED] as number
      const lit = here[LIT] as number
      const glow = here[GLOWING] as number
      const warm = Math.min(1, lit + glow * 0.9)
      const pixel = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const clear = (table[at + part] as number) + (light.sun[part] as number) * glow
        const shade = light.cloudShade[part] as number
        const cloud =
          shade +
          ((light.cloudLit[part] as number) - shade) * warm +
          (light.sun[part] as number) * glow * 0.35
        data[pixel + part] = clear + (cloud - clear) * cover
      }
    }
  }
  if (setting.time === 'night' && (setting.weather === 'clear' || setting.weather === 'cloudy'))
    drawStars(canvas, setting, random)
  if (setting.weather === 'clear' || setting.weather === 'cloudy') {
    drawDisc(canvas, setting, light, sunX, sunY, unit)
  }
}

export function drawDisc(
  canvas: Canvas,
  { time }: Setting,
  light: Light,
  x: number,
  y: number,
  unit: number,
): void {
  const pen = createPen(canvas)
  const radius = unit * { dawn: 0.042, day: 0.034, golden: 0.05, dusk: 0.062, night: 0.05 }[time]
  pen.disc(x, y, radius, light.sun, time === 'day' ? 0.9 : 1)
  if (time !== 'night') return
  const spots = [-0.3, -0.2, 0.26, 0.2, -0.1, 0.12, 0.38, 0.1, 0.3, 0.16, -0.35, 0.13]
  for (let index = 0; index < spots.length; index += 3) {
    const [dx = 0, dy = 0, size = 0] = spots.slice(index, index + 3)
    pen.disc(x + dx * radius, y + dy * radius, size * radius, light.cloudLit, 0.22)
  }
}

function drawStars(canvas: Canvas, { horizon }: Setting, random: Random): void {
  const pen = createPen(canvas)
  const unit = Math.min(canvas.width, canvas.height)
  for (let star = 0; star < 320; star += 1) {
    const size = (0.0007 + 0.0016 * random() ** 4) * unit
    const place = [random() * canvas.width, random() ** 1.3 * horizon * canvas.height] as const
    pen.disc(...place, Math.max(0.6, size), [0.9, 0.94, 1], between(random, 0.35, 1))
  }
}

interface Plane {
  readonly columns: number
  readonly rows: number
  /** How much clouds cover each point, how much they are lit, and the sun's glow. */
  readonly values: Float32Array
}

function cloudPlane({ width, height }: Canvas, setting: Setting, noise: Noise, bottom: number): Plane {
  const columns = Math.ceil(width / GRID) + 2
  const rows = Math.ceil(height / GRID) + 2
  const values = new Float32Array(columns * rows * PARTS)
  const cover = COVER[setting.weather]
  const toward = setting.sunX < 0.5 ? -0.05 : 0.05
  for (let row = 0; row < rows; row += 1) {
    const depth = Math.min(1.2, (row * GRID) / bottom)
    const flatten = 1.2 + 3.2 * depth * depth
    for (let column = 0; column < columns; column += 1) {
      const u = ((column * GRID) / height) * 2.1
      const v = ((row * GRID) / height) * 2.1 * flatten
      const bend = noise.fbm(u * 0.8 + 9, v * 0.8, 3) * 0.55
      const here = noise.fbm(u + bend, v + bend, 5) + cover
      const there = noise.fbm(u + bend + toward, v + bend - 0.09, 4) + cover
      const thick = Math.min(1, Math.max(0, here * 4.2))
      const at = (row * columns + column) * PARTS
      values[at + COVERED] = thick * thick * (3 - 2 * thick) * 0.92 * Math.max(0.15, 1.1 - depth * 0.75)
      values[at + LIT] = Math.min(1, Math.max(0, 0.52 + (here - there) * 3.2 - here * 0.3))
    }
  }
  return { columns, rows, values }
}

/** The glow falls off smoothly, so that it can be interpolated as the clouds are. */
function addGlow(
  { columns, rows, values }: Plane,
  { width, height }: Canvas,
  strength: number,
  sunX: number,
  sunY: number,
): void {
  const unit = Math.min(width, height)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const distance = Math.hypot(column * GRID - sunX, row * GRID - sunY) / unit
      const glow = 0.5 * Math.exp(-distance * 9) + 0.28 * Math.exp(-distance * 2.6)
      values[(row * columns + column) * PARTS + GLOWING] = strength * glow
    }
  }
}

function sampleClouds(into: Float64Array, { columns, values }: Plane, x: number, y: number): void {
  const x0 = x | 0
  const y0 = y | 0
  const [fx, fy] = [x - x0, y - y0]
  const at = (y0 * columns + x0) * PARTS
  const below = at + columns * PARTS
  for (let part = 0; part < PARTS; part += 1) {
    const top = (values[at + part] as number) * (1 - fx) + (values[at + PARTS + part] as number) * fx
    const low = (values[below + part] as number) * (1 - fx) + (values[below + PARTS + part] as number) * fx
    into[part] = top * (1 - fy) + low * fy
  }
}
