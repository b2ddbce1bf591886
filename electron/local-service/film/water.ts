/**
 * Water: mirrors what is above it, broken by waves that roll with the wind, with a path of light below the sun.
 *
 * Waves lie on a plane that runs to the horizon: the same wave is broad at the lower edge and fine far away.
 */
import type { Frame } from './frame.ts'
import { readTile, type Tile } from './tile.ts'

export interface Water {
  /** The row of the frame where it begins; everything above is mirrored. */
  readonly shore: number
  /** How many rows above the shore one row below it shows. */
  readonly stretch: number
  /** The column of the sun, and how strongly it glitters, 0 to 1. */
  readonly sunColumn: number
  readonly glitter: number
  /** Red, green and blue, 0 to 255. */
  readonly sun: readonly [number, number, number]
  readonly deep: readonly [number, number, number]
  /** Breaking crests, 0 to 255; seen when the swell is high. */
  readonly foam: readonly [number, number, number]
  /** How high the waves are; 1 is a breeze. */
  readonly swell: number
  readonly seconds: number
  /** How far the camera is to the side, as a share of the shorter side. */
  readonly aside: number
}

/** Waves are smooth: they are computed on a grid this many pixels wide and interpolated along the row. */
const GRID = 4

/** Draws `water` from its shore to the lower edge of `frame`, mirroring `source`: the frame itself, or what stands for it. */
export function layWater(frame: Frame, tile: Tile, water: Water, source: Frame = frame): void {
  const { width, height } = frame
  const shore = Math.max(2, Math.round(water.shore))
  const points = Math.ceil(width / GRID) + 2
  const waves = new Float32Array(points)
  const lights = new Float32Array(points)
  const foams = new Float32Array(points)
  for (let y = shore; y < height; y += 1) {
    measureRow(frame, tile, water, y, waves, lights, foams)
    mirrorRow(frame, source.data, water, y, waves, lights, foams)
  }
}

/** The waves of row `y`, about -1 to 1, and the sun's glitter and the foam on them, 0 to 1, at each point of the grid. */
function measureRow(
  { width, height }: Frame,
  tile: Tile,
  { shore, swell, seconds, glitter, aside, sunColumn }: Water,
  y: number,
  waves: Float32Array,
  lights: Float32Array,
  foams: Float32Array,
): void {
  const unit = Math.min(width, height)
  const below = (y - shore + 1) / unit
  /** How far away this row of water is; waves there are too fine for the frame, so they are drawn flatter. */
  const far = 0.16 / (Math.max(0, below) + 0.012)
  const calm = Math.min(1, below * 9)
  const run = seconds * 0.05 * Math.sqrt(swell)
  const v = Math.log(far) * 1.05
  const reach = 1 / (unit * (0.05 + 0.22 * Math.min(1, below / 0.6)))
  for (let point = 0; point < waves.length; point += 1) {
    const x = point * GRID
    const u = ((x - width / 2) / unit + aside) * far * 0.62
    const long = readTile(tile, u * 0.8 + run * 0.5, v * 0.55 + run)
    const short = readTile(tile, u * 2.1 - run * 0.8, v * 1.45 + run * 1.9)
    const wave = (long * 0.6 + short * 0.55) * calm
    waves[point] = wave
    const broken = (wave - 0.3) * (swell - 1.2) * 1.4
    foams[point] = broken > 0 ? Math.min(0.7, broken) : 0
    const crest = wave * 2.6 + 0.12 - 0.35 * (1 - calm)
    const path = (x - sunColumn) * reach
    lights[point] =
      crest > 0 && path * path < 8 ? Math.min(0.92, glitter * Math.exp(-path * path) * crest) : 0
  }
}

function mirrorRow(
  { width, height, data }: Frame,
  above: Float32Array,
  { shore: line, stretch, swell, sun, deep, foam }: Water,
  y: number,
  waves: Float32Array,
  lights: Float32Array,
  foams: Float32Array,
): void {
  const shore = Math.max(2, Math.round(line))
  const unit = Math.min(width, height)
  const depth = Math.min(1, (y - shore + 1) / unit / 0.6)
  const mirror = shore - (y - shore) * stretch - 1
  const reach = unit * (0.008 + 0.05 * depth) * (0.45 + 0.55 * swell)
  const relief = 0.22 * Math.max(0, swell - 0.6)
  const [lowest, rightmost] = [shore - 1.001, width - 1.001]
  const base = 0.16 + 0.34 * depth
  const stride = width * 3
  const [dr, dg, db] = deep
  const [sr, sg, sb] = sun
  const [fr, fg, fb] = foam
  for (let x = 0, spot = y * stride; x < width; x += 1, spot += 3) {
    const point = (x / GRID) | 0
    const share = x / GRID - point
    const wave = (waves[point] as number) * (1 - share) + (waves[point + 1] as number) * share
    const swing = wave * reach
    let row = mirror + swing * 1.25
    row = row < 0 ? 0 : row > lowest ? lowest : row
    let column = x + swing * 0.4
    column = column < 0 ? 0 : column > rightmost ? rightmost : column
    const upper = row | 0
    const left = column | 0
    const fy = row - upper
    const fx = column - left
    const a = upper * stride + left * 3
    const c = a + stride
    const tint = base + 0.3 * wave
    const body = tint < 0 ? 0 : tint > 0.85 ? 0.85 : tint
    const shade = (1 - body) * 0.97 * (1 + relief * wave)
    const wd = fx * fy * shade
    const wb = fx * shade - wd
    const wc = fy * shade - wd
    const wa = shade - wb - wc - wd
    let r = dr * body + (above[a] as number) * wa + (above[a + 3] as number) * wb
    let g = dg * body + (above[a + 1] as number) * wa + (above[a + 4] as number) * wb
    let b = db * body + (above[a + 2] as number) * wa + (above[a + 5] as number) * wb
    r += (above[c] as number) * wc + (above[c + 3] as number) * wd
    g += (above[c + 1] as number) * wc + (above[c + 4] as number) * wd
    b += (above[c + 2] as number) * wc + (above[c + 5] as number) * wd
    const light = (lights[point] as number) * (1 - share) + (lights[point + 1] as number) * share
    if (light > 0) {
      r += (sr - r) * light
      g += (sg - g) * light
      b += (sb - b) * light
    }
    const white = (foams[point] as number) * (1 - share) + (foams[point + 1] as number) * share
    if (white > 0) {
      r += (fr - r) * white
      g += (fg - g) * white
      b += (fb - b) * white
    }
    data[spot] = r
    data[spot + 1] = g
    data[spot + 2] = b
  }
}
