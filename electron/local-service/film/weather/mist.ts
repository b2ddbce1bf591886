/**
 * Mist: a bank of haze that drifts across the frame and never repeats within a film.
 */
import type { Frame } from '../frame.ts'
import { readTile, type Tile } from '../tile.ts'

export interface MistBank {
  /** The row of its middle and its half height, in pixels of the frame. */
  readonly row: number
  readonly reach: number
  /** 0 to 1. */
  readonly strength: number
  /** Red, green and blue, 0 to 255. */
  readonly color: readonly [number, number, number]
  /** How far it has drifted, in tiles. */
  readonly drift: number
  /** No row from this one on is touched; the frame's last when left out. */
  readonly to?: number
  /** Tells one bank's wisps from another's. */
  readonly offset: number
}

/** Wisps are soft: they are read on a grid this many pixels wide and high and interpolated. */
const GRID = 8

/** Lays `bank` over `frame`. */
export function layMist(frame: Frame, tile: Tile, bank: MistBank): void {
  const { width, height } = frame
  const { row, reach, strength } = bank
  const from = Math.max(0, Math.floor(row - reach * 1.7))
  const to = Math.min(height, bank.to ?? height, Math.ceil(row + reach * 1.7))
  const columns = Math.ceil(width / GRID) + 2
  let upper = new Float32Array(columns)
  let lower = new Float32Array(columns)
  const line = new Float32Array(columns)
  readWisps(lower, frame, tile, bank, from)
  for (let y = from; y < to; y += 1) {
    const step = (y - from) % GRID
    if (step === 0) {
      ;[upper, lower] = [lower, upper]
      readWisps(lower, frame, tile, bank, y + GRID)
    }
    const distance = (y - row) / reach
    const profile = Math.exp(-distance * distance * 2) * strength
    if (profile < 0.004) continue
    const share = step / GRID
    for (let column = 0; column < columns; column += 1) {
      const wisp = (upper[column] as number) * (1 - share) + (lower[column] as number) * share
      line[column] = Math.min(1, Math.max(0, profile * (1 + wisp * 1.7)))
    }
    veil(frame, y, line, bank.color)
  }
}

function readWisps(
  into: Float32Array,
  { width, height }: Frame,
  tile: Tile,
  bank: MistBank,
  y: number,
): void {
  const { row, drift, offset } = bank
  const unit = Math.min(width, height)
  const v = (y - row) / unit
  for (let column = 0; column < into.length; column += 1) {
    const u = (column * GRID) / unit
    into[column] =
      readTile(tile, u * 0.4 - drift + offset, v * 1.3 + offset) +
      0.6 * readTile(tile, u * 0.7 - drift * 1.7 + offset * 2, v * 2.1)
  }
}

function veil({ width, data }: Frame, y: number, line: Float32Array, [r, g, b]: MistBank['color']): void {
  for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
    const column = (x / GRID) | 0
    const share = x / GRID - column
    const alpha = (line[column] as number) * (1 - share) + (line[column + 1] as number) * share
    data[at] = (data[at] as number) + (r - (data[at] as number)) * alpha
    data[at + 1] = (data[at + 1] as number) + (g - (data[at + 1] as number)) * alpha
    data[at + 2] = (data[at + 2] as number) + (b - (data[at + 2] as number)) * alpha
  }
}
