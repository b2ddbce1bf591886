/**
 * A picture in the making: linear-light RGB in 32-bit floats, so that nothing bands and light adds up as light does.
 *
 * Owns storage, sampling, resizing and blur. Shapes are `pen.ts`'s business.
 */

export interface Canvas {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel, row by row, each 0 to 1 (or more, for light). */
  readonly data: Float32Array
}

/** A black canvas. */
export function createCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** A copy that can be drawn on without touching `canvas`. */
export function copyCanvas(canvas: Canvas): Canvas {
  return { ...canvas, data: canvas.data.slice() }
}

/** `canvas` at another size: each new pixel is the mean of the pixels it covers, or is interpolated when growing. */
export function resizeCanvas(canvas: Canvas, width: number, height: number): Canvas {
  if (width === canvas.width && height === canvas.height) return canvas
  const result = createCanvas(width, height)
  if (width <= canvas.width && height <= canvas.height) shrinkInto(result, canvas)
  else growInto(result, canvas)
  return result
}

function shrinkInto({ width, height, data }: Canvas, canvas: Canvas): void {
  const [sx, sy] = [canvas.width / width, canvas.height / height]
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor(y * sy)
    const bottom = Math.max(top + 1, Math.floor((y + 1) * sy))
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor(x * sx)
      const right = Math.max(left + 1, Math.floor((x + 1) * sx))
      let [r, g, b] = [0, 0, 0]
      for (let row = top; row < bottom; row += 1) {
        const end = (row * canvas.width + right) * 3
        for (let from = (row * canvas.width + left) * 3; from < end; from += 3) {
          r += canvas.data[from] as number
          g += canvas.data[from + 1] as number
          b += canvas.data[from + 2] as number
        }
      }
      const share = 1 / ((bottom - top) * (right - left))
      const at = (y * width + x) * 3
      data[at] = r * share
      data[at + 1] = g * share
      data[at + 2] = b * share
    }
  }
}

function growInto({ width, height, data }: Canvas, canvas: Canvas): void {
  const columns = placesOf(width, canvas.width)
  const rows = placesOf(height, canvas.height)
  const stride = canvas.width * 3
  for (let y = 0; y < height; y += 1) {
    const top = (rows.first[y] as number) * stride
    const bottom = (rows.second[y] as number) * stride
    const fy = rows.share[y] as number
    for (let x = 0; x < width; x += 1) {
      const left = (columns.first[x] as number) * 3
      const right = (columns.second[x] as number) * 3
      const fx = columns.share[x] as number
      const at = (y * width + x) * 3
      for (let part = 0; part < 3; part += 1) {
        const a = canvas.data[top + left + part] as number
        const b = canvas.data[top + right + part] as number
        const c = canvas.data[bottom + left + part] as number
        const d = canvas.data[bottom + right + part] as number
        const above = a + (b - a) * fx
        data[at + part] = above + (c + (d - c) * fx - above) * fy
      }
    }
  }
}

interface Places {
  /** The two neighbours of each new place, and how far it lies toward the second. */
  readonly first: Int32Array
  readonly second: Int32Array
  readonly share: Float64Array
}

function placesOf(size: number, from: number): Places {
  const first = new Int32Array(size)
  const second = new Int32Array(size)
  const share = new Float64Array(size)
  for (let index = 0; index < size; index += 1) {
    const place = Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / size - 0.5))
    first[index] = Math.floor(place)
    second[index] = Math.min(from - 1, Math.floor(place) + 1)
    share[index] = place - Math.floor(place)
  }
  return { first, second, share }
}

/** Writes the colour at (x, y), in pixels from the centre of the first, into `rgb`; edges go on for ever. */
export function sampleInto(rgb: Float32Array, { width, height, data }: Canvas, x: number, y: number): void {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y
  const x0 = cx | 0
  const y0 = cy | 0
  const fx = cx - x0
  const fy = cy - y0
  const right = x0 + 1 < width ? 3 : 0
  const at = (y0 * width + x0) * 3
  const below = y0 + 1 < height ? at + width * 3 : at
  for (let part = 0; part < 3; part += 1) {
    const top = (data[at + part] as number) * (1 - fx) + (data[at + right + part] as number) * fx
    const bottom = (data[below + part] as number) * (1 - fx) + (data[below + right + part] as number) * fx
    rgb[part] = top * (1 - fy) + bottom * fy
  }
}

/** `canvas` blurred; three box passes come within 3 % of a Gaussian with this deviation in pixels. */
export function blurCanvas(canvas: Canvas, deviation: number): Canvas {
  return { ...canvas, data: blurPlane(canvas.data, canvas.width, canvas.height, 3, deviation) }
}

/** The same for any plane of `parts` numbers a pixel. */
export function blurPlane(
  plane: Float32Array,
  width: number,
  height: number,
  parts: number,
  deviation: number,
): Float32Array {
  const radius = Math.max(0, Math.round((Math.sqrt(4 * deviation * deviation + 1) - 1) / 2))
  if (radius === 0) return plane.slice()
  const result = plane.slice()
  const between = new Float32Array(plane.length)
  for (let pass = 0; pass < 3; pass += 1) {
    boxRows(result, between, width, height, parts, radius)
    boxColumns(between, result, width, height, parts, radius)
  }
  return result
}

function boxRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  parts: number,
  r: number,
): void {
  const scale = 1 / (2 * r + 1)
  for (let y = 0; y < height; y += 1) {
    for (let part = 0; part < parts; part += 1) {
      const row = y * width * parts + part
      const last = row + (width - 1) * parts
      let sum = (from[row] as number) * (r + 1)
      for (let x = 1; x <= r; x += 1) sum += from[Math.min(last, row + x * parts)] as number
      for (let x = 0; x < width; x += 1) {
        to[row + x * parts] = sum * scale
        const enter = row + (x + r + 1) * parts
        const leave = row + (x - r) * parts
        sum += (from[enter < last ? enter : last] as number) - (from[leave > row ? leave : row] as number)
      }
    }
  }
}

function boxColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  parts: number,
  r: number,
): void {
  const scale = 1 / (2 * r + 1)
  const stride = width * parts
  const sums = new Float32Array(stride)
  for (let x = 0; x < stride; x += 1) {
    let sum = (from[x] as number) * (r + 1)
    for (let y = 1; y <= r; y += 1) sum += from[Math.min(height - 1, y) * stride + x] as number
    sums[x] = sum
  }
  for (let y = 0; y < height; y += 1) {
    const enter = Math.min(height - 1, y + r + 1) * stride
    const leave = Math.max(0, y - r) * stride
    for (let x = 0; x < stride; x += 1) {
      const sum = sums[x] as number
      to[y * stride + x] = sum * scale
      sums[x] = sum + (from[enter + x] as number) - (from[leave + x] as number)
    }
  }
}
