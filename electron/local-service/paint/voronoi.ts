/**
 * Divides the plane into cells around sites, and knows how far each pixel is from its cell's border.
 */
import { between, type Random } from './random.ts'

export interface Sites {
  readonly columns: number
  readonly rows: number
  /** Side of a grid square in pixels; each square holds one site. */
  readonly spacing: number
  /** In pixels, row by row, with a margin of two squares on every side. */
  readonly x: Float32Array
  readonly y: Float32Array
}

/** Room around the picture, in squares, so that cells at its edge have neighbours. */
const MARGIN = 2

/** One site in each square of a grid; `disorder` 0 is a lattice, 1 is anywhere in the square. */
export function scatterSites(
  width: number,
  height: number,
  spacing: number,
  disorder: number,
  random: Random,
): Sites {
  const columns = Math.ceil(width / spacing) + MARGIN * 2
  const rows = Math.ceil(height / spacing) + MARGIN * 2
  const x = new Float32Array(columns * rows)
  const y = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const brick = row % 2 === 0 ? 0.25 : -0.25
      const jitter = (): number => between(random, -0.5, 0.5) * disorder
      x[row * columns + column] = (column - MARGIN + 0.5 + brick * (1 - disorder) + jitter()) * spacing
      y[row * columns + column] = (row - MARGIN + 0.5 + jitter()) * spacing
    }
  }
  return { columns, rows, spacing, x, y }
}

/** A walk over pixels that finds the cell of each; quickest when neighbouring pixels follow each other. */
export interface CellFinder {
  /** The site of the last pixel asked for, or -1 where no site belongs. */
  readonly site: number
  /** Pixels from there to the nearest border with another cell. */
  readonly border: number
  /** Looks at (x, y) among the sites of `region` alone. */
  look(x: number, y: number, region: number): void
}

/** A finder over `sites`, the regions of which are in `regions`: cells of different regions do not see each other. */
export function createCellFinder(sites: Sites, regions: Uint8Array): CellFinder {
  const { columns, rows, spacing, x, y } = sites
  const borders = Array.from<Float32Array | null>({ length: columns * rows }).fill(null)
  const found = { site: -1, border: 0 }

  function around(column: number, row: number, visit: (site: number) => void): void {
    for (let j = Math.max(0, row - 2); j <= Math.min(rows - 1, row + 2); j += 1) {
      for (let i = Math.max(0, column - 2); i <= Math.min(columns - 1, column + 2); i += 1)
        visit(j * columns + i)
    }
  }

  /** The lines halfway to each neighbour, as direction and distance from the origin: three numbers each. */
  function bordersOf(site: number): Float32Array {
    const known = borders[site]
    if (known !== null && known !== undefined) return known
    const lines: number[] = []
    const [sx, sy] = [x[site] as number, y[site] as number]
    around(site % columns, Math.floor(site / columns), (other) => {
      if (other === site || regions[other] !== regions[site]) return
      const [ox, oy] = [x[other] as number, y[other] as number]
      const length = Math.hypot(ox - sx, oy - sy) || 1e-6
      const [nx, ny] = [(ox - sx) / length, (oy - sy) / length]
      lines.push(nx, ny, ((ox + sx) / 2) * nx + ((oy + sy) / 2) * ny)
    })
    const packed = Float32Array.from(lines)
    borders[site] = packed
    return packed
  }

  function measureBorder(px: number, py: number): void {
    found.border = spacing
    if (found.site === -1) return
    const lines = bordersOf(found.site)
    for (let at = 0; at < lines.length; at += 3) {
      const away = (lines[at + 2] as number) - px * (lines[at] as number) - py * (lines[at + 1] as number)
      if (away < found.border) found.border = away
    }
  }

  function search(px: number, py: number, region: number): void {
    let least = Infinity
    found.site = -1
    around(Math.floor(px / spacing) + MARGIN, Math.floor(py / spacing) + MARGIN, (site) => {
      const distance = ((x[site] as number) - px) ** 2 + ((y[site] as number) - py) ** 2
      if (distance < least && regions[site] === region) {
        least = distance
        found.site = site
      }
    })
  }

  return {
    get site() {
      return found.site
    },
    get border() {
      return found.border
    },
    look(px, py, region) {
      if (found.site !== -1 && regions[found.site] === region) {
        measureBorder(px, py)
        if (found.border > 0) return
      }
      search(px, py, region)
      measureBorder(px, py)
      if (found.border < 0) found.border = 0
    },
  }
}
